// An authenticator app is set up: it takes the key by its camera or by hand, and shows that it has it by its first code.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { IconButton } from '@fairtick/ui/icon-button';
import { QrCode } from '@fairtick/ui/qr-code';
import { Sheet } from '@fairtick/ui/sheet';
import Copy from 'lucide-react/icons/copy';
import { ABOUT } from '../../../calculators/refused.ts';
import { useAct } from '../../../hooks/use-act.ts';
import { useCopy } from '../../../hooks/use-copy.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { CodeForm } from '../code-form.tsx';

const WRONG = [...ABOUT.factor, ...ABOUT.code];

interface Props {
  readonly begun: AnswerOf<'totp_begin'>;
  /** With the recovery codes of a first factor; none of a second. */
  readonly onDone: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

export function TotpSheet({ begun: { ticket, secret, uri }, onDone, onClose }: Props) {
  const t = useTexts('security');
  const copy = useCopy();
  const act = useAct('totp_confirm', WRONG);
  const confirm = async (code: string): Promise<void> => {
    const done = await act.send({ ticket, code });
    if (done) onDone(done.recoveryCodes);
  };
  return (
    <Sheet open onOpen={onClose} title={t('totp.title')} note={t('totp.scan')}>
      <div className="grid gap-5">
        <QrCode value={uri} label={t('totp.qr')} />
        <div className="flex items-center gap-2 rounded-md bg-sunken ps-4">
          <span className="min-w-0 flex-1 py-2.5">
            <span className="block text-quiet text-xs">{t('totp.key')}</span>
            <bdi dir="ltr" className="tabular block break-all font-semibold text-sm">
              {secret.match(/.{1,4}/g)?.join(' ')}
            </bdi>
          </span>
          <IconButton label={t('totp.copy')} onClick={() => void copy(secret)}>
            <Copy aria-hidden="true" size={18} />
          </IconButton>
        </div>
        <CodeForm
          label={t('totp.code')}
          act={t('totp.confirm')}
          missing={t('code.missing')}
          busy={act.busy}
          refusal={act.refusal}
          error={act.said(WRONG)}
          onCode={(code) => void confirm(code)}
        />
      </div>
    </Sheet>
  );
}
