// Why a payment was not looked at on its chain, and how one that was looked at is not what it should be.

/** `no_node`: the operator has named none of that network. `inside`: a contract may have moved the coin, which no log says. */
export const NOT_CHECKED = [
  'no_transaction',
  'no_node',
  'no_option',
  'token_unreadable',
  'inside',
  'silent',
  'wrong',
  'other_chain',
  'disagree',
] as const;
export type NotChecked = (typeof NOT_CHECKED)[number];

export const CHAIN_DIFFERENCES = [
  'not_found',
  'failed',
  'reorganised',
  'wrong_contract',
  'wrong_recipient',
  'no_transfer',
  'too_few',
] as const;
export type ChainDifference = (typeof CHAIN_DIFFERENCES)[number];
