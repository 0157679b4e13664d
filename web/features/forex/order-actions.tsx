// Closing, cancelling, closing all: each asked for once more before it is done, with what it will bring.

import { ApiError } from '@fairtick/contract/client/failures';
import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { Confirm } from '@fairtick/ui/confirm';
import { useFormats, useOwnMoney } from '@fairtick/ui/locale';
import { type ReactNode, useCallback, useState } from 'react';
import { netResult } from '../../calculators/positions.ts';
import { moneyText } from '../../calculators/typed.ts';
import { usePositionNow } from '../../hooks/use-account.ts';
import { usePair } from '../../hooks/use-market.ts';
import { useClosingBlock, useLostLine } from '../../hooks/use-market-block.ts';
import { useOpenNet } from '../../hooks/use-open-results.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { forexCommand } from '../../stores/orders.ts';
import { sayToast } from '../../stores/toast.ts';
import { lotsOf } from './lots.ts';
import { netOfClosed } from './net-of-closed.ts';

type Ask = { readonly kind: 'close' | 'cancel'; readonly order: ForexOrderView } | { readonly kind: 'close_all' };

export interface OrderActions {
  readonly ask: (what: Ask) => void;
  /** Put it somewhere in the page: it holds the question. */
  readonly question: ReactNode;
}

export function useOrderActions(onDone?: () => void): OrderActions {
  const [asked, setAsked] = useState<Ask>();
  const [open, setOpen] = useState(false);
  const ask = useCallback((what: Ask) => {
    setAsked(what);
    setOpen(true);
  }, []);
  return {
    ask,
    question: asked && (
      <Question
        asked={asked}
        open={open}
        onOpen={setOpen}
        onDone={() => {
          setOpen(false);
          onDone?.();
        }}
      />
    ),
  };
}

interface QuestionProps {
  readonly asked: Ask;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onDone: () => void;
}

function Question({ asked, open, onOpen, onDone }: QuestionProps) {
  const t = useTexts('orders');
  const shell = useTexts('shell');
  const formats = useFormats();
  const own = useOwnMoney();
  const order = asked.kind === 'close_all' ? undefined : asked.order;
  const now = usePositionNow(order?.Id ?? '');
  const all = useOpenNet();
  const lost = useLostLine();
  const closed = useClosingBlock(usePair(order?.ForexTradeLists.Id));
  const held = asked.kind === 'close' ? closed : lost;
  const [busy, setBusy] = useState(false);

  async function act(): Promise<void> {
    setBusy(true);
    try {
      if (asked.kind === 'close_all') await closeAll();
      else if (asked.kind === 'close') await close(asked.order);
      else await forexCommand('cancel_trade', { id: asked.order.Id }, { sayDone: true });
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onOpen(false);
    } finally {
      setBusy(false);
    }
  }

  async function close(open: ForexOrderView): Promise<void> {
    const closed = await forexCommand('forex_close', { id: open.Id });
    // What its nights took stands in the list alone.
    const net = own(moneyText(netResult({ ...open, ...closed })), { places: 2, signed: true });
    sayToast({ tone: 'success', text: t('close.done', { ...words, money: net }), to: '/order?source=1&type=3' });
  }

  async function closeAll(): Promise<void> {
    const { closed, left } = await forexCommand('forex_close_all', {});
    const net = await netOfClosed(closed);
    const sentences = [
      t('close_all.done', { count: closed.length }),
      ...(net === undefined
        ? []
        : [t('close_all.result', { money: own(moneyText(net), { places: 2, signed: true }) })]),
      ...(left.length > 0 ? [t('close_all.left', { count: left.length })] : []),
    ];
    sayToast({
      tone: left.length > 0 ? 'info' : 'success',
      text: sentences.join(' '),
      ...(closed.length > 0 && { to: '/order?source=1&type=3' }),
    });
  }

  const words = { pair: order?.ForexTradeLists.ShowCode ?? '', ...(order && lotsOf(order.Quantity, formats)) };
  const result = asked.kind === 'close_all' ? all : order && moneyText(netResult(order, now?.FactProfits));
  const money = own(result ?? '', { places: 2, signed: true });
  const locked = order ? own(order.CautionMoney, { places: 2 }) : '';
  return (
    <Confirm
      open={open}
      onOpen={onOpen}
      title={t(`${asked.kind}.title`, words)}
      held={held}
      text={t(`${asked.kind}.text`, { money, locked })}
      confirmLabel={t(`${asked.kind}.yes`)}
      cancelLabel={shell('back')}
      busy={busy}
      onConfirm={() => void act()}
    />
  );
}
