// The two buttons that open an option, and why they can't be pressed now.

import type { TradePair } from '@fairtick/contract/http/market';
import { Button } from '@fairtick/ui/button';
import { useFormats } from '@fairtick/ui/locale';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { OptionEstimate } from '../../calculators/option-estimate.ts';
import { moneyText } from '../../calculators/typed.ts';
import { useOpeningBlock } from '../../hooks/use-market-block.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { goToLogin } from '../../stores/login-address.ts';
import { sayToast } from '../../stores/toast.ts';
import type { Direction, OptionForm } from './option-draft.ts';

interface SendProps {
  readonly pair: TradePair;
  readonly form: OptionForm;
  readonly estimate: OptionEstimate | undefined;
  readonly ready: boolean;
  readonly onPlaced: (() => void) | undefined;
}

export function SendOption({ pair, form, estimate, ready, onPlaced }: SendProps) {
  const t = useTexts('trade');
  const formats = useFormats();
  const session = useSession();
  const block = useOpeningBlock(pair);
  if (!session) {
    return (
      <Button size="lg" wide onClick={goToLogin}>
        {t('login_to_trade')}
      </Button>
    );
  }
  async function send(direction: Direction): Promise<void> {
    if (!(await form.send(direction))) return;
    const stake = formats.money(form.stake);
    sayToast({
      tone: 'success',
      text: t(direction === 'up' ? 'done.up' : 'done.down', { pair: pair.ShowCode, stake }),
    });
    onPlaced?.();
  }
  return (
    <div className="grid gap-2">
      {block?.opens ? (
        <Button size="lg" wide disabled aria-describedby="micro-reason">
          {block.opens}
        </Button>
      ) : (
        <div className="grid grid-cols-2 gap-2">
          {(['up', 'down'] as const).map((direction) => (
            <DirectionButton
              key={direction}
              direction={direction}
              estimate={estimate}
              busy={form.sending === direction}
              disabled={!ready || block !== undefined || form.sending !== undefined}
              onPress={() => void send(direction)}
            />
          ))}
        </div>
      )}
      <p id="micro-reason" role="status" className="text-center text-danger text-sm empty:hidden">
        {block?.reason}
      </p>
    </div>
  );
}

interface DirectionButtonProps {
  readonly direction: Direction;
  readonly estimate: OptionEstimate | undefined;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onPress: () => void;
}

function DirectionButton({ direction, estimate, busy, disabled, onPress }: DirectionButtonProps) {
  const t = useTexts('trade');
  const formats = useFormats();
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown;
  return (
    <Button
      size="lg"
      tone={direction}
      className="flex-col"
      busy={busy}
      disabled={disabled}
      onClick={onPress}
      aria-describedby="micro-reason"
    >
      <span className="flex flex-col items-center leading-tight">
        <span className="flex items-center gap-1.5">
          <Arrow aria-hidden="true" size={18} />
          {t(direction === 'up' ? 'side.up' : 'side.down')}
        </span>
        {estimate && (
          <span className="font-medium text-xs">
            {t('micro.payout', { payout: formats.money(moneyText(estimate.payout)) })}
          </span>
        )}
      </span>
    </Button>
  );
}
