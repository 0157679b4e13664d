// How much of the account an order would tie up: a sentence above the button where it is much, and the question asked where it is nearly all.

import { UNIT } from '@fairtick/kernel/decimal';
import { Confirm } from '@fairtick/ui/confirm';
import { cx } from '@fairtick/ui/cx';
import { type Formats, useFormats } from '@fairtick/ui/locale';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { AccountFigures } from '../../calculators/account-figures.ts';
import type { ForexEstimate } from '../../calculators/forex-estimate.ts';
import { type MarginUse, marginUse, usedShare } from '../../calculators/margin-use.ts';
import { moneyText } from '../../calculators/typed.ts';
import { useForexAccount } from '../../hooks/use-figures.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** Below it a whole percent would say nothing. */
const WHOLE_FROM = 10n * UNIT;

export interface OrderUse {
  readonly use: MarginUse;
  /** For the eye; "—" where the account is worth nothing. */
  readonly share: string;
}

/** All margin of the account with the order open, as a share of what the account is worth now; undefined while it is not known. */
export function useOrderUse(estimate: ForexEstimate | undefined): OrderUse | undefined {
  const formats = useFormats();
  const account = useForexAccount();
  return account && estimate?.after && orderUse(formats, account, estimate.after.usedMargin);
}

function orderUse(formats: Formats, { netValue }: AccountFigures, usedMargin: AccountFigures['usedMargin']): OrderUse {
  const share = usedShare({ netValue, usedMargin });
  return {
    use: marginUse({ netValue, usedMargin }),
    share: share === undefined ? '—' : formats.percent(moneyText(share), { places: share < WHOLE_FROM ? 2 : 0 }),
  };
}

const TONES = { calm: '', amber: 'text-warn', red: 'text-danger' };
export const toneOf = (use: MarginUse | undefined): string => TONES[use ?? 'calm'];

/** Nothing while it is little. */
export function UseWarning({ use, share }: OrderUse) {
  const t = useTexts('trade');
  if (use === 'calm') return null;
  return (
    <span className={cx('flex items-start gap-1.5 pb-1 font-medium', TONES[use])}>
      <TriangleAlert aria-hidden="true" size={14} className="mt-px shrink-0" />
      {t(`use.${use}`, { share })}
    </span>
  );
}

interface UseQuestionProps {
  readonly share: string;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly held: string | undefined;
  readonly busy: boolean;
  readonly onConfirm: () => void;
}

export function UseQuestion({ share, ...props }: UseQuestionProps) {
  const t = useTexts('trade');
  const shell = useTexts('shell');
  return (
    <Confirm
      {...props}
      tone="danger"
      title={t('use.ask', { share })}
      text={t('use.ask_text')}
      confirmLabel={t('use.yes')}
      cancelLabel={shell('back')}
    />
  );
}
