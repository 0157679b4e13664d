// /loan/sign: the agreement that was read, a signature by hand or by keyboard, a consent that nobody ticks for one, and one clear button.

import { systemClock } from '@fairtick/kernel/clock';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { Checkbox } from '@fairtick/ui/checkbox';
import { EmptyState } from '@fairtick/ui/empty-state';
import { Field } from '@fairtick/ui/field';
import { useFormats } from '@fairtick/ui/locale';
import { Segmented } from '@fairtick/ui/segmented';
import FileText from 'lucide-react/icons/file-text';
import { useState } from 'react';
import { REFUSED } from '../../calculators/refused.ts';
import { isDrawn, type Strokes, strokesText } from '../../calculators/signature.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { forgetRead, type ReadLoan, readLoanAgreement } from '../../hooks/use-loan-agreement.ts';
import { useSettings } from '../../hooks/use-settings.ts';
import { useSignatureImage } from '../../hooks/use-signature-image.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import { AgreementText } from './agreement-text.tsx';
import { CostsMoney } from './costs-money.tsx';
import { LoanCost } from './loan-cost.tsx';
import { LoanSteps } from './loan-steps.tsx';
import { SignaturePad } from './signature-pad.tsx';

const AGAIN = [REFUSED.LOAN_TERMS_CHANGED, REFUSED.LOAN_CONFIG_UNKNOWN];
const SHOWN = [
  ...AGAIN,
  REFUSED.LOAN_SIGNATURE_EMPTY,
  REFUSED.LOAN_RUNNING,
  REFUSED.LOAN_AFTER_STOP_OUT,
  REFUSED.LOAN_PERSON_NEEDED,
  REFUSED.PRODUCT_NOT_OFFERED,
  REFUSED.COOLING,
];

interface Props {
  readonly configId: number;
  readonly amount: string;
  readonly onRead: () => void;
  readonly onSigned: () => void;
}

export function LoanSigning({ configId, amount, onRead, onSigned }: Props) {
  const lang = useSettings((settings) => settings.lang);
  const [read] = useState(() => readLoanAgreement(configId, amount, lang));
  const [readIn] = useState(lang);
  const t = useTexts('loans');
  if (!read || readIn !== lang)
    return (
      <EmptyState
        icon={<FileText size={28} />}
        title={t('unread.title')}
        text={t('unread.text')}
        action={<Button onClick={onRead}>{t('read')}</Button>}
      />
    );
  return (
    <>
      <LoanSteps at="sign" />
      <Signing read={read} lang={lang} onRead={onRead} onSigned={onSigned} />
    </>
  );
}

type Way = 'draw' | 'type';

interface SigningProps extends Pick<Props, 'onRead' | 'onSigned'> {
  readonly read: ReadLoan;
  readonly lang: string;
}

// Long because each line is a part of what is signed, or sent of it.
function Signing({ read, lang, onRead, onSigned }: SigningProps) {
  const t = useTexts('loans');
  const formats = useFormats();
  const [way, setWay] = useState<Way>('draw');
  const [strokes, setStrokes] = useState<Strokes>([]);
  const [typedName, setTypedName] = useState('');
  const [consentAt, setConsentAt] = useState<number>();
  const [tried, setTried] = useState(false);
  const image = useSignatureImage();
  const act = useAct('loan_submit', SHOWN);
  const signed = way === 'draw' ? isDrawn(strokes) : typedName.trim() !== '';
  const money = (text: string): string => formats.money(text, { places: 2 });
  const { sum, html, hash, configId, shownAt, readAt } = read;

  async function submit(): Promise<void> {
    setTried(true);
    if (!signed || consentAt === undefined) return;
    const sign = way === 'draw' ? await image.send(strokes) : '';
    if (sign === undefined) return;
    const done = await act.send({
      ...{ amount: sum.amount, config_id: configId, agreement: html, sign },
      ...(way === 'draw' ? { strokes: strokesText(strokes) } : { typed_name: typedName }),
      ...{ shown_at: shownAt, read_at: readAt, consent_at: consentAt },
    });
    if (!done) return;
    forgetRead();
    refresh(QUERY.loans);
    onSigned();
  }

  const refused = act.said(SHOWN);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LoanCost sum={sum} />
      <details>
        <summary className="min-h-11 cursor-pointer py-3 font-semibold text-accent-text text-sm">
          {t('sign.text')}
        </summary>
        <AgreementText agreement={{ html, hash, lang }} name="loan-agreement" />
      </details>
      <Card className="grid gap-3 p-4">
        <h2 className="font-semibold text-md">{t('sign.yours')}</h2>
        <Segmented
          label={t('sign.way')}
          value={way}
          onValue={setWay}
          options={[
            { value: 'draw', text: t('sign.draw') },
            { value: 'type', text: t('sign.type') },
          ]}
        />
        {way === 'draw' ? (
          <SignaturePad strokes={strokes} onStrokes={setStrokes} />
        ) : (
          <TypedName value={typedName} onValue={setTypedName} />
        )}
        {tried && !signed && <Missing>{t('please_sign')}</Missing>}
      </Card>
      <div>
        <Checkbox
          checked={consentAt !== undefined}
          onChecked={(checked) => setConsentAt(checked ? systemClock.now() : undefined)}
          label={t('consent', { total: money(sum.total), days: t('days', { count: sum.days }) })}
        />
        {tried && consentAt === undefined && <Missing>{t('consent.missing')}</Missing>}
      </div>
      <CostsMoney />
      {refused !== undefined && (
        <Banner
          tone="danger"
          action={
            act.said(AGAIN) !== undefined && (
              <Button tone="outline" size="sm" onClick={onRead}>
                {t('read')}
              </Button>
            )
          }
        >
          <span role="alert">{refused}</span>
        </Banner>
      )}
      <div className="grid gap-2">
        <Button size="lg" wide busy={image.busy || act.busy} onClick={() => void submit()}>
          {t('sign.submit', { amount: money(sum.amount) })}
        </Button>
        <p className="text-pretty text-center text-muted text-sm">{t('sign.note')}</p>
      </div>
    </div>
  );
}

function TypedName({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const t = useTexts('loans');
  const verified = useAnswer(QUERY.verification, 'real_name', {}).data?.name ?? '';
  return (
    <Field
      label={t('sign.name')}
      value={value}
      onValue={onValue}
      maxLength={120}
      autoComplete="off"
      spellCheck={false}
      dir="auto"
      hint={verified === '' ? undefined : t('sign.name.hint', { name: verified })}
    />
  );
}

const Missing = ({ children }: { children: string }) => (
  <p role="alert" className="text-danger text-sm">
    {children}
  </p>
);
