// The operator's service is another site: which one, said before it opens, or above the frame that it stands in.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { Banner } from '@fairtick/ui/banner';
import { buttonClass } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import ExternalLink from 'lucide-react/icons/external-link';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useTexts } from '../../i18n/use-texts.ts';

type Basics = Pick<AnswerOf<'getBasicInfo'>, 'service_link' | 'service_link_type'>;

/** 0: within the app. A link that is no secure address of the web leads nowhere, whatever else is set. */
export function outsideLink(basics: Basics | undefined): URL | undefined {
  if (!basics || basics.service_link_type === 0 || !URL.canParse(basics.service_link)) return undefined;
  const link = new URL(basics.service_link);
  return link.protocol === 'https:' ? link : undefined;
}

/**
 * Its scripts run as nobody's: no storage, no cookies of its own, nothing of ours. The page's policy takes frames from hosts of the operator's config
 * alone, and the server says 1 of no other.
 */
export function FramedService({ link }: { link: URL }) {
  const t = useTexts('chat');
  const host = `\u2068${link.host}\u2069`;
  return (
    <div className="grid gap-4">
      <Banner icon={<ShieldCheck size={20} />}>{t('framed', { host })}</Banner>
      <iframe
        src={link.href}
        title={t('framed.title', { host })}
        sandbox="allow-scripts allow-forms"
        referrerPolicy="no-referrer"
        className="h-[70vh] min-h-96 w-full rounded-lg border border-line bg-surface"
      />
    </div>
  );
}

export function OutsideService({ link }: { link: URL }) {
  const t = useTexts('chat');
  const { host } = link;
  return (
    <EmptyState
      icon={<ExternalLink size={28} />}
      title={t('outside.title')}
      text={t('outside.text', { host: `\u2068${host}\u2069` })}
      action={
        <a href={link.href} target="_blank" rel="noopener noreferrer nofollow" className={buttonClass({})}>
          {t('outside.open', { host: `\u2068${host}\u2069` })}
        </a>
      }
    />
  );
}
