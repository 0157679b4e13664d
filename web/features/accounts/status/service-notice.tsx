// What the service's status means for whoever is here: a banner on every screen, and before it, where the documents want it, a screen of its own. Nothing is
// shut by either: whoever has orders or money here goes on to them.

import { Banner } from '@fairtick/ui/banner';
import { Button, buttonClass } from '@fairtick/ui/button';
import { FullNotice } from '@fairtick/ui/full-notice';
import { useFormats } from '@fairtick/ui/locale';
import { useNavigate } from '@tanstack/react-router';
import MapPinOff from 'lucide-react/icons/map-pin-off';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Wrench from 'lucide-react/icons/wrench';
import { useState } from 'react';
import { type MainStatus, saidStatus, statusLink, timesKey } from '../../../calculators/service-status.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

type Said = 1 | 2 | 3 | 4;

const ICONS = { 1: Wrench, 2: TriangleAlert, 3: MapPinOff, 4: RefreshCw } as const;

const loadAgain = (): void => location.reload();

export function ServiceNotice({ main }: { main: MainStatus }) {
  const status = saidStatus(main);
  if (status === undefined) return null;
  return (
    <>
      <StatusBanner main={main} status={status} />
      {(status === 3 || status === 4) && <StatusScreen key={status} main={main} status={status} />}
    </>
  );
}

function StatusBanner({ main, status }: { main: MainStatus; status: Said }) {
  const t = useTexts('status');
  const why = useWhy(main);
  const Icon = ICONS[status];
  return (
    <div role={status === 1 ? 'status' : 'alert'}>
      <Banner tone={status === 1 ? 'info' : 'warn'} icon={<Icon size={20} />} className="rounded-none lg:px-6">
        <div className="lg:flex lg:items-center lg:justify-between lg:gap-8">
          <p>
            <strong className="block font-semibold">{t(`${status}.title`)}</strong>
            {t(`${status}.text`)} {why}
          </p>
          <p className="-mb-2 flex shrink-0 flex-wrap gap-x-5 lg:mb-0">
            <More main={main} className={LINK} />
            <a href="#/status" className={LINK}>
              {t('history')}
            </a>
            {status === 4 && (
              <button type="button" onClick={loadAgain} className={LINK}>
                {t('reload')}
              </button>
            )}
          </p>
        </div>
      </Banner>
    </div>
  );
}

const LINK = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4';

/** Once, and never over something that somebody is doing: what is open then stays, and the banner says it. */
function StatusScreen({ main, status }: { main: MainStatus; status: 3 | 4 }) {
  const t = useTexts('status');
  const why = useWhy(main);
  const [open, setOpen] = useState(nothingIsOpen);
  const Icon = ICONS[status];
  const navigate = useNavigate();
  const goOn = (): void => setOpen(false);
  const readHistory = (): void => {
    goOn();
    void navigate({ to: '/status' });
  };
  return (
    <FullNotice
      open={open}
      onOpen={setOpen}
      icon={<Icon size={32} />}
      title={t(`${status}.title`)}
      text={
        <>
          {t(`${status}.text`)} {why}
        </>
      }
    >
      {status === 4 && <Button onClick={loadAgain}>{t('reload')}</Button>}
      <More main={main} className={buttonClass({ tone: status === 4 ? 'outline' : 'primary' })} />
      <Button tone="soft" onClick={goOn}>
        {t(status === 4 ? 'go_on.old' : 'go_on')}
      </Button>
      <Button tone="ghost" onClick={readHistory}>
        {t('history')}
      </Button>
    </FullNotice>
  );
}

const nothingIsOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') === null;

/** An address at another host names it, so that nobody is led away unawares. */
function More({ main, className }: { main: MainStatus; className: string }) {
  const t = useTexts('status');
  const link = statusLink(main.url);
  if (!link) return null;
  const elsewhere = link.host === '' ? {} : { target: '_blank', rel: 'noopener noreferrer' };
  return (
    <a href={link.href} className={className} {...elsewhere}>
      {link.host === '' ? t('more') : t('more.at', { host: link.host })}
    </a>
  );
}

/** The reason and the times, as sentences. */
function useWhy(main: MainStatus): string {
  const t = useTexts('status');
  const { dateMinute } = useFormats();
  const times = timesKey(main, useNow());
  const { reason, from, until } = main;
  return [
    ...(reason === 'none' ? [] : [t(`reason.${reason}`)]),
    ...(times ? [t(times, { from: dateMinute(from), until: dateMinute(until) })] : []),
  ].join(' ');
}
