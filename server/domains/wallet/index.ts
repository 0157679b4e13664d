// What other domains may use of money in and out.

export { hasMoneyUnderWay } from './batch-table.ts';
export { type BooksState, decideCorrection, decideHouseMove, isWhole } from './capital/rules.ts';
export { type ProvingOptions, proveClientMoney, proveWhenDue } from './client-money/proving.ts';
export { clientMoneyRoutes, clientMoneyStaffRoutes } from './client-money/routes.ts';
export { type DepositOptions, Deposits, type Way } from './deposits/commands.ts';
export { creditHinderedBy } from './deposits/looking.ts';
export { mayLookAtProof } from './deposits/proofs.ts';
export type { LoansRepaid } from './deposits/repaying.ts';
export { decideReversal } from './deposits/reversal.ts';
export { depositRoutes } from './deposits/routes.ts';
export { depositStaffRoutes } from './deposits/staff-routes.ts';
export {
  type Came,
  type DepositFacts,
  type DepositState,
  decideCredit,
  isHeld,
  methodOf,
  NO_FACTS,
} from './deposits/staff-rules.ts';
export { findDeposit, readFacts as readDepositFacts } from './deposits/staff-table.ts';
export { toldReason } from './deposits/views.ts';
export { walletDomain } from './domain.ts';
export { optionOfBooking } from './own-addresses/booking.ts';
export { isUnderWay, type MoneyUnderWay, type WalletChange, walletPart } from './part.ts';
export { payoutRoutes } from './payout-routes.ts';
export { receiptStaffRoutes } from './receipts/commands.ts';
export { decideBooking, methodOfOption, sumOfReceipt } from './receipts/rules.ts';
export { openSealed, senderOf } from './receipts/senders.ts';
export { decideKeeping, decideReturn } from './receipts/sending.ts';
export { findReceipt, type StoredReceipt } from './receipts/table.ts';
export { readWalletSettings, type WalletSettings } from './settings.ts';
export type { Deposit, Withdrawal } from './types.ts';
export { withdrawalRoutes } from './withdrawal-routes.ts';
export { backHinderedBy, optionOfBack, type ProposedBack } from './withdrawals/back-looking.ts';
export { decideComingBack } from './withdrawals/coming-back.ts';
export { isSameName } from './withdrawals/flags.ts';
export { type LateOptions, markLate } from './withdrawals/late.ts';
export { findWithdrawal } from './withdrawals/table.ts';
