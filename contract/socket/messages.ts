// The socket /v2/ws: what each side may say, as data.

import { z } from 'zod';
import { decimal, timeMs } from '../fields.ts';
import { candle, period, statusReason } from '../http/market.ts';

export const SOCKET_PATH = '/v2/ws';
export const HEARTBEAT_MS = 5_000;
/** After so long without another message the server says that it is there. */
export const BEAT_MS = 1_000;
/** A client that heard nothing at all for so long takes its line for lost, and prices for old. */
export const SILENCE_MS = 3_000;
export const CONNECT_TIMEOUT_MS = 5_000;
/** More unanswered pings than this: connect anew. */
export const MISSED_PINGS = 2;
export const MAX_TOPICS = 200;
export const MAX_MESSAGE_BYTES = 4_096;
/** Messages a second a client may send before it is told off, and then cut. */
export const MAX_MESSAGES_PER_SECOND = 50;

export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('login'), token: z.string().max(128) }),
  z.object({ type: z.literal('logout') }),
  z.object({ type: z.literal('sub'), topic: z.string().max(64) }),
  z.object({ type: z.literal('unsub'), topic: z.string().max(64) }),
  z.object({ type: z.literal('ping') }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

export const PRIVATE_TOPICS = [
  'FOREX_TRADE',
  'FOREX_FOLLOW_TRADE',
  'FOREX_CLOSED',
  'MICRO_OPENED',
  'MICRO_CLOSED',
  'BALANCE',
  'NOTICE',
  'CHAT',
] as const;
export const klineTopic = (code: string): `KLINE.${string}` => `KLINE.${code}`;

export const dayMarket = z.object({
  symbol: z.string(),
  /** open = mid 24 h ago, close = newest mid. `index` = place of the tick in the log. */
  quotation: z.object({
    open: z.string(),
    close: decimal,
    bid: decimal,
    ask: decimal,
    time: timeMs,
    index: z.number().int(),
  }),
  change: z.string(),
  status: statusReason,
});
export type DayMarket = z.infer<typeof dayMarket>;

export const klineUpdate = z.object({ kline: candle.omit({ Source: true }).extend({ Period: period }) });
export type KlineUpdate = z.infer<typeof klineUpdate>;

export const forexTrade = z.object({
  ProfitsTotal: decimal,
  HazardRate: decimal,
  /** Margin level in percent; empty when flat. */
  MarginLevel: z.string(),
  CautionMoneyAll: decimal,
  NetValue: decimal,
  FreeMargin: decimal,
  TransOrder: z.array(z.object({ Id: z.string(), UpdatePrice: z.string(), FactProfits: decimal })),
});
export type ForexTrade = z.infer<typeof forexTrade>;

/** ProfitsTotal and CautionMoneyAll are of the user's own open copies; TransOrder has also the open orders of those whom they follow. */
export const followTrade = forexTrade.extend({
  /** Another one than before: a list of copies, of followers or of whom one follows has moved otherwise than by a price. */
  Version: z.number().int(),
});
export type FollowTrade = z.infer<typeof followTrade>;

/** The user's chat has moved: what is newer than what the app has is asked for. */
export const chatMoved = z.object({
  thread: z.string(),
  /** The newest message. */
  seq: z.number().int(),
  unread: z.number().int(),
});
export type ChatMoved = z.infer<typeof chatMoved>;

/** Something happened to the user's money or orders without a tap of theirs. */
export const notice = z.object({
  kind: z.enum([
    'stop_loss',
    'take_profit',
    'stop_out',
    'filled',
    'cancelled',
    'micro_win',
    'micro_loss',
    'micro_tie',
    'micro_void',
    'micro_no_tick',
    'margin_call',
    'frozen',
    'unfrozen',
    'verified',
    'verification_rejected',
    'export_ready',
    'totp_added',
    'totp_removed',
    'passkey_added',
    'passkey_removed',
    'recovery_codes_made',
    'name_changed',
    'withdrawal_approved',
    'withdrawal_paid',
    'withdrawal_rejected',
    'withdrawal_returned',
    'withdrawal_overdue',
    'withdrawal_back',
    'deposit_credited',
    'deposit_rejected',
    'deposit_reversed',
    'balance_corrected',
    'fund_finished',
    'fund_redeemed',
    'chat_answer',
    'signed_out',
    'feedback_answered',
    'trader_approved',
    'trader_rejected',
    'trader_suspended',
    'copy_opened',
    'copy_cut',
    'copy_closed',
    'copy_skipped',
    'copy_stopped',
    'share_paid',
    'follow_ended',
    'loan_verified',
    'loan_verification_rejected',
    'loan_paid_out',
    'loan_rejected',
    'loan_overdue',
    'loan_due_soon',
    'loan_short',
    'loan_repaid',
  ]),
  id: z.string(),
  text: z.string(),
});
export type Notice = z.infer<typeof notice>;

/** Why the system cancels a pending order. What the user cancels, or ends with a reset, is told by its own answer. */
export const CANCEL_REASONS = [
  'frozen',
  'break',
  'not_offered',
  'limit',
  /** As notices said it before they told a stop-out, a loss and a night apart. */
  'margin',
  'stop_out',
  'loss',
  'night',
  'house',
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** Kinds that are kept for the user to read later. How an option ended is not among them: the history shows it. */
export const STORED_NOTICES = [
  'stop_loss',
  'take_profit',
  'stop_out',
  'filled',
  'cancelled',
  'micro_void',
  'micro_no_tick',
  'margin_call',
  'frozen',
  'unfrozen',
  'verified',
  'verification_rejected',
  'export_ready',
  'totp_added',
  'totp_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_made',
  'name_changed',
  'withdrawal_approved',
  'withdrawal_paid',
  'withdrawal_rejected',
  'withdrawal_returned',
  'withdrawal_overdue',
  'withdrawal_back',
  'deposit_credited',
  'deposit_rejected',
  'deposit_reversed',
  'balance_corrected',
  'fund_finished',
  'fund_redeemed',
  'feedback_answered',
  'trader_approved',
  'trader_rejected',
  'trader_suspended',
  'copy_opened',
  'copy_cut',
  'copy_closed',
  'copy_skipped',
  'copy_stopped',
  'share_paid',
  'follow_ended',
  'loan_verified',
  'loan_verification_rejected',
  'loan_paid_out',
  'loan_rejected',
  'loan_overdue',
  'loan_due_soon',
  'loan_short',
  'loan_repaid',
  'chat_answer',
] as const satisfies readonly Notice['kind'][];

/**
 * What the server says to a client directly, outside of topics: to a ping, a login (or the end of a session), a message it refuses. A beat
 * answers nothing: it goes to whoever was told nothing for a second.
 */
export type SocketAnswer =
  | { readonly type: 'pong' | 'beat' }
  | { readonly type: 'login_result'; readonly code: number }
  | { readonly type: 'error'; readonly code: number; readonly msg: string };
