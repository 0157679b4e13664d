// The second factors: passkeys, an authenticator app, and the codes for the day on which both are lost.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { Button } from '@fairtick/ui/button';
import { Card, SectionHead } from '@fairtick/ui/card';
import { Confirm } from '@fairtick/ui/confirm';
import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import { Tag } from '@fairtick/ui/tag';
import KeyRound from 'lucide-react/icons/key-round';
import Smartphone from 'lucide-react/icons/smartphone';
import { useState } from 'react';
import { useAct } from '../../../hooks/use-act.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { sayToast } from '../../../stores/toast.ts';
import { QUERY, refresh } from '../../../transport/query.ts';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSheet } from './totp-sheet.tsx';

export type Security = AnswerOf<'security'>;

export function FactorsSection({ security }: { security: Security }) {
  const t = useTexts('security');
  const [codes, setCodes] = useState<readonly string[]>([]);
  function added(brought: readonly string[]): void {
    setCodes(brought);
    refresh(QUERY.security);
  }
  return (
    <section>
      <SectionHead title={t('factors')} />
      <Card className="divide-y divide-line overflow-hidden">
        <Passkeys passkeys={security.passkeys} onAdded={added} />
        <Totp on={security.totp} onAdded={added} />
        {(security.totp || security.passkeys.length > 0) && <Recovery left={security.recoveryCodes} onNew={added} />}
      </Card>
      <RecoveryCodes codes={codes} onKept={() => setCodes([])} />
    </section>
  );
}

function Totp({ on, onAdded }: { on: boolean; onAdded: (codes: readonly string[]) => void }) {
  const t = useTexts('security');
  const shell = useTexts('shell');
  const [asked, setAsked] = useState(false);
  const [begun, setBegun] = useState<AnswerOf<'totp_begin'>>();
  const begin = useAct('totp_begin');
  const remove = useAct('totp_remove');
  async function start(): Promise<void> {
    setBegun(await begin.send({}));
  }
  async function take(): Promise<void> {
    // Put away first: that somebody is who they are may be asked for next.
    setAsked(false);
    if (await remove.send({})) refresh(QUERY.security);
  }
  return (
    <>
      <ListRow
        className="py-3"
        leading={<Smartphone aria-hidden="true" size={20} />}
        title={
          <span className="flex flex-wrap items-center gap-2">
            {t('totp')}
            <Tag tone={on ? 'up' : 'neutral'}>{t(on ? 'totp.on' : 'totp.off')}</Tag>
          </span>
        }
        trailing={
          on ? (
            <Button tone="outline" size="sm" busy={remove.busy} onClick={() => setAsked(true)}>
              {t('totp.remove')}
            </Button>
          ) : (
            <Button tone="soft" size="sm" busy={begin.busy} onClick={() => void start()}>
              {t('totp.add')}
            </Button>
          )
        }
      />
      {begun && (
        <TotpSheet
          begun={begun}
          onClose={() => setBegun(undefined)}
          onDone={(codes) => {
            setBegun(undefined);
            sayToast({ tone: 'success', text: t('totp.done') });
            onAdded(codes);
          }}
        />
      )}
      <Confirm
        open={asked}
        onOpen={setAsked}
        title={t('totp.remove.title')}
        text={t('totp.remove.text')}
        confirmLabel={t('totp.remove')}
        cancelLabel={shell('cancel')}
        onConfirm={() => void take()}
        tone="danger"
      />
    </>
  );
}

function Recovery({ left, onNew }: { left: number; onNew: (codes: readonly string[]) => void }) {
  const t = useTexts('security');
  const shell = useTexts('shell');
  const formats = useFormats();
  const [asked, setAsked] = useState(false);
  const act = useAct('recovery_codes');
  async function make(): Promise<void> {
    setAsked(false);
    const made = await act.send({});
    if (made) onNew(made.recoveryCodes);
  }
  return (
    <>
      <ListRow
        className="py-3"
        leading={<KeyRound aria-hidden="true" size={20} />}
        title={t('recovery')}
        subtitle={t('recovery.left', { count: left, shown: formats.count(left) })}
        trailing={
          <Button tone="soft" size="sm" busy={act.busy} onClick={() => setAsked(true)}>
            {t('recovery.new')}
          </Button>
        }
      />
      <Confirm
        open={asked}
        onOpen={setAsked}
        title={t('recovery.ask')}
        text={t('recovery.ask.text')}
        confirmLabel={t('recovery.new')}
        cancelLabel={shell('cancel')}
        onConfirm={() => void make()}
      />
    </>
  );
}
