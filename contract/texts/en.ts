// English: what happened, whether money moved, what to do. The other languages say the same.

import type { Texts } from './keys.ts';

export const en: Texts = {
  'error.SESSION_EXPIRED': 'You are not signed in, or your session has ended. Please sign in.',
  'error.INTERNAL':
    'Something went wrong on our side and it was recorded[ as {id}]. Check your orders and balances before you try again.',
  'error.UNAVAILABLE': 'The service cannot answer right now. Nothing was changed. Please try again in a moment.',
  'error.RATE_LIMITED': 'Too many requests. Nothing was changed. Please wait a moment[ ({seconds} s)] and try again.',
  'error.CALL_UNKNOWN': 'This address does not exist.',
  'error.BODY_MALFORMED': 'The request could not be read. Nothing was changed.',
  'error.BODY_TOO_LARGE': 'The request is too large[ (at most {limit})]. Nothing was changed.',
  'error.REAL_ONLY': 'Only real accounts can do this. You are using a demo account.',
  'error.KEY_REUSED':
    'This request key was already used for a different request. The earlier one stands; nothing more was done.',
  'error.KEY_MALFORMED': 'The request key is not valid. Nothing was changed.',
  'error.OUTCOME_UNKNOWN':
    'The answer did not arrive in time, so it is not certain whether this was done. Check your orders before you try again.',
  'error.TICKS_GONE':
    'These prices are older than 30 days and no longer kept one by one. Their hashes are, and so is every price that decided an order.',
  'error.INPUT_INVALID': 'This value is not valid[: {field}]. Nothing was changed.',
  'error.VALUE_MISSING': 'Please fill in this value[: {field}].',
  'error.VALUE_NOT_A_NUMBER': 'This value must be a plain number[: {field}].',
  'error.VALUE_NEGATIVE': 'This value cannot be negative[: {field}].',
  'error.VALUE_ZERO': 'This value must be more than zero[: {field}].',
  'error.VALUE_TOO_PRECISE': 'This value has too many decimals[: {field}][ (at most {places})].',
  'error.VALUE_TOO_LARGE': 'This value is too large[: {field}][ (at most {max})].',
  'error.PAIR_UNKNOWN': 'This trading pair does not exist.',
  'error.MARKET_CLOSED': 'The market is closed[ for {pair}]. Nothing was changed. Please try again when it opens.',
  'error.QUOTE_STALE':
    'There is no fresh price[ for {pair}], so trading is paused. Nothing was changed. It resumes with the next price.',
  'error.FEED_DOWN':
    'The price source is not reachable, so trading is paused. Nothing was changed. It resumes by itself.',
  'error.RATE_MISSING':
    'The rate that converts this pair into US dollars is missing right now[ ({pair})]. Nothing was changed. Please try again shortly.',
  'error.NO_LEVERAGE': 'No leverage is set up for this pair[ ({pair})], so orders cannot be placed for now.',
  'error.MULTIPLE_NOT_OFFERED': 'This leverage is not offered for this pair[. Choose one of {offered}].',
  'error.QUANTITY_STEP': 'The number of lots must be in whole steps[ of {step}].',
  'error.QUANTITY_BELOW_MIN': 'The number of lots is too small[; the least is {min}].',
  'error.QUANTITY_ABOVE_MAX': 'The number of lots is too large[; the most is {max}].',
  'error.TARGET_REACHED':
    'The market has already reached this target price[ (now {price})]. No order was placed. Choose another target or a market order.',
  'error.STOP_LOSS_SIDE':
    'The stop-loss is on the wrong side of the price[ ({price})]. For a buy it lies below, for a sell above. Nothing was changed.',
  'error.TAKE_PROFIT_SIDE':
    'The take-profit is on the wrong side of the price[ ({price})]. For a buy it lies above, for a sell below. Nothing was changed.',
  'error.MARGIN_INSUFFICIENT':
    'Your free margin is not enough[: this order needs {needed} USD][ and {free} USD is free]. No order was placed.',
  'error.HOUSE_EXPOSURE':
    'We cannot take more of this position at the moment, because our own capital must cover it. No order was placed. A smaller order may fit.',
  'error.HOUSE_CAPITAL':
    'Our own capital cannot cover this at the moment. Nothing was changed. Please try again later.',
  'error.TOO_MANY_ORDERS': 'You have too many open orders[ (at most {max})]. Close or cancel one first.',
  'error.ORDER_NOT_FOUND': 'This order does not exist, or it is not yours.',
  'error.ORDER_CLOSED': 'This order has already ended. Nothing was changed.',
  'error.ORDER_NOT_OPEN': 'This order is not an open position. Nothing was changed.',
  'error.ORDER_NOT_PENDING': 'This order is no longer pending, so it cannot be cancelled. Nothing was changed.',
  'error.ORDER_BEING_FILLED':
    'A pending order of yours is being filled at this moment, and this loss would need the money that it holds. Nothing was changed. Please try again.',
  'error.SECONDS_NOT_OFFERED': 'This duration is not offered[. Choose one of {offered} seconds].',
  'error.STAKE_BELOW_MIN': 'The amount is too small for this duration[; the least is {min} USD].',
  'error.STAKE_ABOVE_MAX': 'The amount is too large for one order[; the most is {max} USD].',
  'error.BALANCE_INSUFFICIENT':
    'Your balance is not enough[: {needed} USD is needed][ and {free} USD is available]. No order was placed.',
  'error.HOUSE_RESERVE':
    'We cannot set aside the possible payout for this order right now. No order was placed. A smaller amount may fit.',
  'error.EXPIRY_LIMIT':
    'You have too much ending at the same moment[ (at most {max} USD)]. No order was placed. Please wait a moment.',
  'error.QUOTE_NOT_FRESH':
    'The newest price[ of {pair}] is more than a few seconds old. No order was placed. Please try again with the next price.',
  'error.LOGIN_FAILED': 'The account or the password is not right.',
  'error.DEMO_ONLY': 'Only demo accounts can be reset. Nothing was changed.',
  'error.SOCKET_MALFORMED': 'The message could not be read.',
  'error.SOCKET_TYPE_UNKNOWN': 'This type of message is not known.',
  'error.SOCKET_TOPIC_UNKNOWN': 'This topic is not known[: {topic}].',
  'error.SOCKET_TOO_MANY_TOPICS': 'Too many topics on one connection[ (at most {max})].',
  'error.SOCKET_TOO_LARGE': 'The message is too large[ (at most {limit} bytes)].',
  'error.SOCKET_LOGIN_REQUIRED': 'This topic needs you to be signed in.',
  'error.SOCKET_TOO_FAST': 'Too many messages. Slow down, or the connection will be closed.',

  'done.createAccountDemoForU': 'Your demo account is ready. Its money is not real.',
  'done.loginForU': 'You are signed in.',
  'done.logout': 'You are signed out.',
  'done.resetForexDemoAccount': 'Your demo account is back at its first balances. Your history stays.',
  'done.forex_submit': 'Order placed.',
  'done.forex_close': 'Position closed.',
  'done.forex_close_all': 'Positions in open markets are closed.',
  'done.cancel_trade': 'Order cancelled. The money it held is free again.',
  'done.set_stop_price': 'Stop-loss and take-profit saved.',
  'done.micro_submit': 'Contract bought.',

  'ledger.demo_grant': 'Demo money granted',
  'ledger.demo_reset': 'Demo account reset',
  'ledger.demo_removed': 'Demo account removed',
  'ledger.house_capital': 'Operator capital',
  'ledger.forex_open': 'Futures: position opened',
  'ledger.forex_place': 'Futures: pending order placed',
  'ledger.forex_fill': 'Futures: pending order filled',
  'ledger.forex_cancel': 'Futures: pending order cancelled',
  'ledger.forex_close': 'Futures: position closed',
  'ledger.forex_financing': 'Futures: overnight financing',
  'ledger.forex_reset': 'Futures: ended by demo reset',
  'ledger.micro_open': 'Contract: bought',
  'ledger.micro_settle': 'Contract: settled',
  'ledger.micro_void': 'Contract: void, amount returned',
  'ledger.micro_reset': 'Contract: ended by demo reset',

  'category.forex': 'Forex',
  'category.metals': 'Metals',
  'category.energy': 'Energy',
  'category.indices': 'Indices',
  'category.crypto': 'Crypto',

  'field.account': 'e-mail or phone',
  'field.password': 'password',
  'field.type': 'direction',
  'field.cont': 'lots',
  'field.forex_id': 'trading pair',
  'field.status': 'status',
  'field.target_price': 'target price',
  'field.stop_loss_price': 'stop-loss',
  'field.target_profit_price': 'take-profit',
  'field.multiple': 'leverage',
  'field.id': 'order number',
  'field.page': 'page',
  'field.number': 'amount',
  'field.seconds': 'duration',
  'field.sec': 'duration',
  'field.period': 'period',
  'field.from': 'from',
  'field.to': 'to',
  'field.limit': 'limit',
  'field.name': 'name',
  'field.pair': 'trading pair',
  'field.family': 'kind of order',

  'notice.stop_loss': 'Stop-loss closed your {pair} position[ at {price}].[ Result: {result} USD.]',
  'notice.take_profit': 'Take-profit closed your {pair} position[ at {price}].[ Result: {result} USD.]',
  'notice.stop_out':
    'Your {pair} position was closed[ at {price}] because your margin was no longer enough.[ Result: {result} USD.]',
  'notice.filled': 'Your pending {pair} order was filled[ at {price}].',
  'notice.micro_win': 'Your {pair} contract won.[ Result: {result} USD.]',
  'notice.micro_loss': 'Your {pair} contract lost.[ Result: {result} USD.]',
  'notice.micro_tie': 'Your {pair} contract ended at its opening price. The amount is back in your balance.',
  'notice.micro_void':
    'Your {pair} contract is void because no price came near its end. The amount is back in your balance.',
  'notice.margin_call':
    'Your margin level is low[ ({level} %)]. At 50 % positions are closed. Close something or reduce your risk.',
  'notice.signed_out': 'You were signed out.',
};
