// Under a signed agreement: that neither side has changed it since, checked on this device against the public log, and the record to keep.

import { fromBase64, toHex } from '@fairtick/kernel/bytes';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import CircleCheck from 'lucide-react/icons/circle-check';
import ShieldCheck from 'lucide-react/icons/shield-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { readActsLog } from '../../stores/acts-log.ts';
import { call } from '../../stores/api.ts';
import { saveJson } from '../../stores/save-page.ts';
import type { SignedOutcome } from './check-signed.ts';

type Shown = SignedOutcome | 'unread';

export function SignedCheck({ loanId, html }: { loanId: string; html: string }) {
  const t = useTexts('loans');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Shown>();
  async function check(): Promise<void> {
    setBusy(true);
    try {
      const record = await call('loan_signed', { loan_id: loanId }, { quiet: true });
      // Its tools come when they are asked for.
      const { checkSigned } = await import('./check-signed.ts');
      setOutcome(await checkSigned({ loanId, html, record, read: readActsLog }));
    } catch {
      setOutcome('unread');
    } finally {
      setBusy(false);
    }
  }
  async function save(): Promise<void> {
    const { act, evidence } = await call('loan_signed', { loan_id: loanId });
    const { index, contents } = act;
    const salt = toHex(fromBase64(act.salt) ?? new Uint8Array(0));
    saveJson(`loan-${loanId}-record`, [{ index, salt, contents, evidence, agreement: html }]);
  }
  return (
    <Card className="grid gap-3 p-4">
      <p className="text-pretty text-muted text-sm">{t('check.text')}</p>
      {outcome !== undefined && <Outcome outcome={outcome} />}
      <Button tone="soft" busy={busy} icon={<ShieldCheck aria-hidden="true" size={18} />} onClick={() => void check()}>
        {t('check')}
      </Button>
      <Button tone="outline" onClick={() => void save()}>
        {t('check.save')}
      </Button>
    </Card>
  );
}

function Outcome({ outcome }: { outcome: Shown }) {
  const t = useTexts('loans');
  if (outcome === 'agrees')
    return (
      <p role="status" className="flex gap-2 text-pretty text-sm text-up">
        <CircleCheck aria-hidden="true" size={18} className="shrink-0" />
        {t('check.agrees')}
      </p>
    );
  const isKnown = outcome !== 'waits' && outcome !== 'unread';
  return (
    <Banner tone={isKnown ? 'danger' : 'warn'} icon={<TriangleAlert size={20} />}>
      {t(`check.${outcome}`)}
    </Banner>
  );
}
