// The button that sends a forex order, and over it what may be lost; in its place, while the order can't be sent, why not.

import type { TradePair } from '@fairtick/contract/http/market';
import { Button } from '@fairtick/ui/button';
import { cx } from '@fairtick/ui/cx';
import { useFormats } from '@fairtick/ui/locale';
import { useState } from 'react';
import { firstFault, type TicketFaults } from '../../calculators/faults.ts';
import type { ForexDraft } from '../../calculators/forex-estimate.ts';
import { sentNumber } from '../../calculators/typed.ts';
import { useOpeningBlock } from '../../hooks/use-market-block.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { goToLogin } from '../../stores/login-address.ts';
import { sayToast } from '../../stores/toast.ts';
import { faultText } from './fault-text.ts';
import type { ForexForm } from './forex-draft.ts';
import { lotsOf } from './lots.ts';
import { UseQuestion, UseWarning, useOrderUse } from './margin-use.tsx';
import { RiskText } from './ticket-costs.tsx';
import { useEstimate } from './use-estimate.ts';

interface SendProps {
  readonly pair: TradePair;
  readonly form: ForexForm;
  readonly onPlaced: (() => void) | undefined;
}

export function SendForex({ pair, form, onPlaced }: SendProps) {
  const t = useTexts('trade');
  const formats = useFormats();
  const session = useSession();
  const block = useOpeningBlock(pair);
  const { estimate, faults, prices, priced } = useEstimate(pair, form.draft);
  const order = useOrderUse(estimate);
  const [asked, setAsked] = useState(false);
  const { side, quantity, pending } = form.draft;
  const fault = firstFault(faults);
  const reason = session && (block ? block.reason : fault && faultText(t, formats, pair, fault));

  async function send(): Promise<void> {
    const order = prices && (await form.send(prices));
    if (!order) return;
    const price = formats.price(order.Price, pair.PricePrecision);
    const done = pending ? 'done.pending' : side === 'buy' ? 'done.bought' : 'done.sold';
    sayToast({ tone: 'success', text: t(done, { ...lotsOf(quantity, formats), pair: pair.ShowCode, price }) });
    onPlaced?.();
  }

  // Nobody did anything wrong in a form that nobody has touched.
  const fresh = session && !block && pending && form.draft.target === '' && fault === 'target_missing';
  return (
    <div className="grid gap-2">
      <p className={cx('min-h-8 content-center text-pretty text-xs', !session && 'hidden')}>
        <span id="ticket-reason" role="status" className={fresh ? 'text-muted' : 'font-medium text-danger'}>
          {fresh ? t('target.first') : reason}
        </span>
        {!reason && (
          <span className="text-muted">
            {order && <UseWarning {...order} />}
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
          onClick={() => (order?.use === 'red' ? setAsked(true) : void send())}
          aria-describedby="ticket-reason"
        >
          {block?.opens ?? <SendLabel pair={pair} draft={form.draft} faults={faults} />}
        </Button>
      ) : (
        <Button size="lg" wide onClick={goToLogin}>
          {t('login_to_trade')}
        </Button>
      )}
      {order && (
        <UseQuestion
          share={order.share}
          open={asked}
          onOpen={setAsked}
          held={reason}
          busy={form.sending}
          onConfirm={() => void send().finally(() => setAsked(false))}
        />
      )}
    </div>
  );
}

interface LabelProps {
  readonly pair: TradePair;
  readonly draft: ForexDraft;
  readonly faults: TicketFaults;
}

/** What a press does: side, size and, where it waits for one, the price. */
function SendLabel({ pair, draft, faults }: LabelProps) {
  const t = useTexts('trade');
  const formats = useFormats();
  const { side, pending, quantity, target } = draft;
  const words = { ...lotsOf(quantity, formats), pair: pair.ShowCode };
  if (!pending) return t(faults.quantity ? `send.${side}_any` : `send.${side}`, words);
  if (faults.quantity || faults.target) return t('send.pending_any', words);
  const price = formats.price(sentNumber(target), pair.PricePrecision);
  return t(`send.pending_${side}`, { ...words, price });
}
