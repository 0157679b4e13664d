// Which lines of a ledger are shown: of one kind, and of how many days.

import { LEDGER_TYPES, typesOn } from '@fairtick/contract/ledger-types';
import { Field } from '@fairtick/ui/field';
import { SelectField } from '@fairtick/ui/select-field';
import { type ChosenDays, PERIODS, type Period } from '../../calculators/ledger.ts';
import type { AccountTypeId } from '../../calculators/transfers.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';

interface Props {
  readonly account: AccountTypeId;
  /** The number of a kind, or '' for all. */
  readonly type: string;
  readonly onType: (type: string) => void;
  readonly period: Period;
  readonly onPeriod: (period: Period) => void;
  readonly days: ChosenDays;
  readonly onDays: (days: ChosenDays) => void;
}

export function HistoryFilter({ account, type, onType, period, onPeriod, days, onDays }: Props) {
  const t = useTexts('wallet');
  const realm = useSession()?.user.is_demo === 1 ? 'demo' : 'live';
  return (
    <div className="grid grid-cols-2 gap-3">
      <SelectField
        label={t('history.kind')}
        value={type}
        onValue={onType}
        options={[
          { value: '', text: t('history.all') },
          ...typesOn(account, realm).map((kind) => ({ value: String(LEDGER_TYPES[kind]), text: t(`kind.${kind}`) })),
        ]}
      />
      <SelectField
        label={t('history.period')}
        value={period}
        onValue={(value) => {
          const next = PERIODS.find((one) => one === value);
          if (next) onPeriod(next);
        }}
        options={PERIODS.map((one) => ({ value: one, text: t(`period.${one}`) }))}
      />
      {period === 'days' && (
        <>
          <Field
            type="date"
            label={t('history.first')}
            value={days.first}
            max={days.last}
            onValue={(first) => onDays({ ...days, first })}
          />
          <Field
            type="date"
            label={t('history.last')}
            value={days.last}
            min={days.first}
            onValue={(last) => onDays({ ...days, last })}
          />
        </>
      )}
    </div>
  );
}
