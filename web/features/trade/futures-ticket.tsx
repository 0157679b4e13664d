// The futures ticket: side, lots, leverage, kind of order, stops, what it costs, and the button that sends it.

import type { TradePair } from '@fairtick/contract/http/market';
import type { Side } from '@fairtick/engine/types';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { cx } from '@fairtick/ui/cx';
import { useFormats } from '@fairtick/ui/locale';
import { Segmented } from '@fairtick/ui/segmented';
import { SelectField } from '@fairtick/ui/select-field';
import { Stepper } from '@fairtick/ui/stepper';
import { firstFault } from '../../calculators/faults.ts';
import { decimalsOf, stepped, typedUnits } from '../../calculators/typed.ts';
import { useSession } from '../../hooks/use-session.ts';
import { lotsOf } from '../../i18n/lots.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { goToLogin } from '../../stores/login-address.ts';
import { sayToast } from '../../stores/toast.ts';
import { faultText } from './fault-text.ts';
import { type ForexForm, useForexForm } from './futures-draft.ts';
import { PriceSides } from './price-sides.tsx';
import { StopFields, TargetField } from './stop-fields.tsx';
import { RiskText, TicketCosts } from './ticket-costs.tsx';
import { useEstimate } from './use-estimate.ts';
import { useMarketBlock } from './use-trade.ts';

export interface ForexTicketProps {
  readonly pair: TradePair;
  readonly side: Side;
  readonly onPlaced?: () => void;
  /** Background that the send button keeps while the rest scrolls under it. */
  readonly ground: 'bg-raised' | 'bg-surface';
}

/** The inner edge of what scrolls lies this far from its end; the button goes down to the very end. */
export const STICKY = {
  'bg-raised':
    'bg-raised -mx-5 px-5 bottom-[calc(-1.5rem-env(safe-area-inset-bottom,0px))] pb-[calc(0.75rem+env(safe-area-inset-bottom,0px))]',
  'bg-surface': 'bg-surface -mx-4 px-4 -bottom-4 pb-4',
} as const;

/** Give it `key={pair.Id}`: a draft belongs to one pair. */
export function ForexTicket({ pair, side, onPlaced, ground }: ForexTicketProps) {
  const t = useTexts('trade');
  const formats = useFormats();
  const form = useForexForm(pair, side);
  const { draft, change } = form;
  const noLeverage = pair.MarginMode === 2 && pair.HasForexMultiple.length === 0;
  return (
    <div className="flex flex-col gap-4">
      <PriceSides
        pair={pair}
        chosen={draft.side}
        onSide={(next) => change({ side: next, stopLoss: undefined, takeProfit: undefined })}
      />
      <Segmented
        label={t('kind.label')}
        value={draft.pending ? 'pending' : 'market'}
        onValue={(kind) => change({ pending: kind === 'pending' })}
        options={[
          { value: 'market', text: t('kind.market') },
          { value: 'pending', text: t('kind.pending') },
        ]}
      />
      {noLeverage && <Banner tone="warn">{t('no_leverage')}</Banner>}
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-3">
        <Lots pair={pair} form={form} />
        {pair.MarginMode === 2 && !noLeverage && (
          <SelectField
            label={t('leverage')}
            value={String(draft.multiple)}
            onValue={(value) => change({ multiple: Number(value) })}
            options={pair.HasForexMultiple.map(({ Value }) => ({
              value: String(Value),
              text: formats.multiple(Value),
            }))}
          />
        )}
      </div>
      {draft.pending && <TargetField pair={pair} form={form} />}
      <StopFields pair={pair} form={form} />
      <TicketCosts pair={pair} draft={draft} />
      <div className={cx('sticky z-1 border-line border-t pt-2', STICKY[ground])}>
        <Send pair={pair} form={form} onPlaced={onPlaced} />
      </div>
    </div>
  );
}

function Lots({ pair, form }: { pair: TradePair; form: ForexForm }) {
  const t = useTexts('trade');
  const formats = useFormats();
  const step = readUnits(pair.Pip);
  const least = readUnits(pair.ForexMinCont);
  const units = typedUnits(form.draft.quantity) ?? 0n;
  const { faults } = useEstimate(pair, form.draft);
  return (
    <Stepper
      label={t('lots')}
      value={form.draft.quantity}
      onValue={(quantity) => form.change({ quantity })}
      onStep={(direction) => form.change({ quantity: stepped(form.draft.quantity, step, direction, least) })}
      canDecrease={units - step > 0n && units > least}
      canIncrease={units + step <= readUnits(pair.ForexMaxCont)}
      decreaseLabel={t('lots.less')}
      increaseLabel={t('lots.more')}
      hint={t('lots.bounds', {
        min: formats.number(formatUnits(least, decimalsOf(step))),
        max: formats.number(pair.ForexMaxCont),
      })}
      error={faults.quantity && faultText(t, formats, pair, faults.quantity)}
    />
  );
}

interface SendProps {
  readonly pair: TradePair;
  readonly form: ForexForm;
  readonly onPlaced: (() => void) | undefined;
}

/** The button, and over it what may be lost; in its place, while the order can't be sent, why not. */
function Send({ pair, form, onPlaced }: SendProps) {
  const t = useTexts('trade');
  const formats = useFormats();
  const session = useSession();
  const block = useMarketBlock(pair);
  const { faults, priced } = useEstimate(pair, form.draft);
  const { side, quantity, pending } = form.draft;
  const fault = firstFault(faults);
  const reason = session && (block ? t(block) : fault && faultText(t, formats, pair, fault));

  async function send(): Promise<void> {
    const order = await form.send();
    if (!order) return;
    const price = formats.price(order.Price, pair.PricePrecision);
    const done = pending ? 'done.pending' : side === 'buy' ? 'done.bought' : 'done.sold';
    sayToast({ tone: 'success', text: t(done, { ...lotsOf(quantity, formats), pair: pair.ShowCode, price }) });
    onPlaced?.();
  }

  const action = pending ? 'send.pending' : side === 'buy' ? 'send.buy' : 'send.sell';
  return (
    <div className="grid gap-2">
      <p className={cx('min-h-8 content-center text-pretty text-xs', !session && 'hidden')}>
        <span id="ticket-reason" role="status" className="font-medium text-danger">
          {reason}
        </span>
        {!reason && (
          <span className="text-muted">
            <RiskText pair={pair} draft={form.draft} />
          </span>
        )}
      </p>
      {session ? (
        <Button
          size="lg"
          wide
          tone={side === 'buy' ? 'up' : 'down'}
          busy={form.sending}
          disabled={!priced || reason !== undefined}
          onClick={() => void send()}
          aria-describedby="ticket-reason"
        >
          {faults.quantity
            ? t(`${action}_any`, { pair: pair.ShowCode })
            : t(action, { ...lotsOf(quantity, formats), pair: pair.ShowCode })}
        </Button>
      ) : (
        <Button size="lg" wide onClick={goToLogin}>
          {t('login_to_trade')}
        </Button>
      )}
    </div>
  );
}
