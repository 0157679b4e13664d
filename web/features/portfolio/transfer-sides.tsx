// From which account to which: two choices that never match, and a button that exchanges them.

import type { Balance } from '@fairtick/contract/http/accounts';
import { Card } from '@fairtick/ui/card';
import { IconButton } from '@fairtick/ui/icon-button';
import { useOwnMoney } from '@fairtick/ui/locale';
import { SelectField } from '@fairtick/ui/select-field';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import { ACCOUNT_TYPES, type AccountTypeId, type Sides } from '../../calculators/transfers.ts';
import { useTexts } from '../../i18n/use-texts.ts';

interface Props {
  readonly sides: Sides;
  readonly balances: readonly Balance[] | undefined;
  readonly onChosen: (side: keyof Sides, account: AccountTypeId) => void;
}

export function TransferSides({ sides, balances, onChosen }: Props) {
  const t = useTexts('wallet');
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 p-4">
      <div className="grid gap-3">
        <Side side="from" sides={sides} balances={balances} onChosen={onChosen} />
        <Side side="to" sides={sides} balances={balances} onChosen={onChosen} />
      </div>
      {/* Whoever chooses the other's account for one side has exchanged them. */}
      <IconButton label={t('transfer.swap')} onClick={() => onChosen('from', sides.to)} className="text-accent-text">
        <ArrowUpDown aria-hidden="true" size={22} />
      </IconButton>
    </Card>
  );
}

function Side({ side, sides, balances, onChosen }: Props & { side: keyof Sides }) {
  const t = useTexts('wallet');
  const account = useTexts('account');
  const own = useOwnMoney();
  const free = balances?.find(({ accountTypeId }) => accountTypeId === sides[side])?.balance;
  return (
    <div>
      <SelectField
        label={t(`transfer.${side}`)}
        value={String(sides[side])}
        onValue={(value) => {
          const next = ACCOUNT_TYPES.find((type) => String(type) === value);
          if (next) onChosen(side, next);
        }}
        options={ACCOUNT_TYPES.map((type) => ({ value: String(type), text: account(`account.${type}`) }))}
      />
      <p className="mt-1 min-h-5 text-quiet text-sm">
        {free !== undefined && t('transfer.free', { amount: own(free, { places: 2 }) })}
      </p>
    </div>
  );
}
