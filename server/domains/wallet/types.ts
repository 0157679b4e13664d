// The words of money in and out as data: where it may go, what came, what users said of it, what leaves. No behaviour.

import type { Realm } from '@fairtick/engine/types';
import type { Amount, Rate } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';

/** Times are UTC ms by the database's clock. `realm` is always live: who plays has no money outside. */
interface Owned {
  readonly id: Id;
  readonly realm: Realm;
  readonly userId: Id;
}

export type MoneyKind = 'coin' | 'bank';

/** Where a user's money may go. */
export interface Destination extends Owned {
  readonly kind: MoneyKind;
  /** Its code: USDT, EUR. */
  readonly currency: string;
  /** evm:1, bitcoin, tron; nothing of a bank. */
  readonly network: string;
  /** Of a coin, as its network's checksum writes it; nothing of a bank. */
  readonly address: string;
  readonly tag: string;
  /** A bank's lines, and whose it is where it is another's: a person's, so sealed. */
  readonly detailsSealed: Uint8Array;
  /** By which the same place is known again, whoever binds it. */
  readonly placeMac: Uint8Array;
  readonly label: string;
  /** Whose it is, as its user said. */
  readonly owner: 'me' | 'other';
  /** Nothing of a bank. */
  readonly walletKind: 'own' | 'exchange' | '';
  readonly boundTime: number;
  /** No withdrawal to it before. */
  readonly usableTime: number;
  readonly removedTime: number | undefined;
}

/** Money that came, as it was seen outside: one output of a transaction, or one line of a bank. */
export interface Receipt {
  readonly id: Id;
  /** The house: a receipt is nobody's, the deposit that consumes it is its user's. */
  readonly userId: Id;
  /** Where it was seen: evm:1:0xdac1..., bitcoin, bank:3. */
  readonly method: string;
  /** Its own mark there: txid:index, or the bank's number of the line. */
  readonly reference: string;
  readonly currency: string;
  /** In units of 1e-18 of the currency. */
  readonly amount: bigint;
  /** Whom it came from, where that was written before senders were sealed and was not sealed since; else ''. */
  readonly fromShown: string;
  /** Whom it came from, as it is shown outside: a person's, so sealed. None where nobody is named. */
  readonly fromSealed: Uint8Array | undefined;
  readonly seenTime: number;
  /** The member of staff who entered it; 0 where a watcher of its chain did. */
  readonly seenBy: Id;
  readonly confirmations: number | undefined;
  /** USD that it counts as, from its entry on. */
  readonly booked: Amount;
  readonly rate: Rate;
  /** Place in the log of the tick that gave the rate; none of a currency that counts as USD. */
  readonly rateTick: number | undefined;
  /** The option that it was booked by, as it was then: JSON as the setting has it. None where a credit booked it, or of before options were kept. */
  readonly terms: string | undefined;
  /** `returning`: two people agreed that it goes back, and nobody is credited by it. */
  readonly state: 'free' | 'matched' | 'returning' | 'returned';
  /** The member of staff who sends it back. */
  readonly takenBy: Id | undefined;
  /** Of the payment by which it went back, as `readPayment` writes it; none of what went before there were any. */
  readonly sentReference: string | undefined;
}

/** `invalid`: a double, or nothing came. `reversed`: was credited, and taken back. */
export type DepositStatus = 'unchecked' | 'credited' | 'rejected' | 'invalid' | 'reversed';
/** For compliance: somebody else claims the same transaction, or an unverified user may not hold more. */
export type DepositHold = '' | 'claimed_twice' | 'unverified';

/** What a user says they sent, and what became of it. */
export interface Deposit extends Owned {
  readonly kind: MoneyKind;
  /** The option's id in the setting. */
  readonly optionId: number;
  readonly currency: string;
  readonly network: string;
  /** Where to, as it was shown. */
  readonly place: string;
  /** As the user said, in units of 1e-18 of the currency. */
  readonly number: bigint;
  /** The picture; none where the staff found the owner of money that nobody had claimed. */
  readonly proof: string | undefined;
  /** As the user said; nothing where they said none. */
  readonly txid: string;
  /** Money of nobody that it was made of, by the staff. */
  readonly assigned: Id | undefined;
  /** A loan of its user's, which is repaid by it. */
  readonly repays: Id | undefined;
  /** USD: nothing below it is credited, whatever the setting says since. */
  readonly least: Amount;
  readonly status: DepositStatus;
  readonly submittedTime: number;
  readonly heldFor: DepositHold;
  readonly claimedBy: Id | undefined;
  readonly claimedUntil: number | undefined;
  readonly receiptId: Id | undefined;
  /** What came, in units of 1e-18 of the currency. */
  readonly creditedNumber: bigint | undefined;
  readonly rate: Rate | undefined;
  readonly rateTick: number | undefined;
  /** USD. */
  readonly credited: Amount | undefined;
  readonly reasonCode: string | undefined;
  /** In the words of the member of staff. */
  readonly reason: string | undefined;
  readonly decidedTime: number | undefined;
  readonly decidedBy: Id | undefined;
}

/** `rejected`: also what was approved and found not to have been sent. */
export type WithdrawalStatus = 'waiting' | 'approved' | 'paid' | 'rejected' | 'cancelled';

/** Money that leaves. Its terms are those of the request. */
export interface Withdrawal extends Owned {
  readonly kind: MoneyKind;
  readonly currency: string;
  readonly network: string;
  /** As people know the network: ERC20. */
  readonly protocol: string;
  /** Decimals of the currency. */
  readonly places: number;
  /** 1: `drawRate` is USD; 2: percent. */
  readonly feeType: 1 | 2;
  readonly drawRate: Amount;
  readonly usdPrice: Rate;
  readonly rateTick: number | undefined;
  readonly destinationId: Id;
  /** USD. */
  readonly number: Amount;
  /** USD. */
  readonly fee: Amount;
  /** In units of 1e-8 of the currency. */
  readonly received: bigint;
  readonly memo: string;
  readonly status: WithdrawalStatus;
  /** People who must approve it, by the sum of the user's last 24 hours at the request. */
  readonly approvalsNeeded: 1 | 2;
  readonly requestTime: number;
  readonly deadline: number;
  /** When it was found not to be paid in time; stays. */
  readonly overdueTime: number | undefined;
  readonly approvedTime: number | undefined;
  /** Who pays it. */
  readonly claimedBy: Id | undefined;
  readonly claimedTime: number | undefined;
  readonly paidBy: Id | undefined;
  /** Of the payment outside: the transaction, or the bank's number. */
  readonly paidReference: string | undefined;
  readonly paidTime: number | undefined;
  /** Who has said that nothing was sent of what was approved; a second person must say so as well. */
  readonly nothingSentBy: Id | undefined;
  readonly nothingSentTime: number | undefined;
  /** When it was rejected or cancelled. */
  readonly endedTime: number | undefined;
  /** The member of staff who rejected it; nobody where its user took it back. */
  readonly endedBy: Id | undefined;
  readonly reasonCode: string | undefined;
  readonly reason: string | undefined;
  /** What the staff should look at, with commas between. */
  readonly flags: string;
  /** By which receipt the payment came back, where it did. */
  readonly backReceiptId: Id | undefined;
  /** USD that its user was credited of what came back. */
  readonly backCredited: Amount | undefined;
  readonly backTime: number | undefined;
  /** The member of staff who said so, or agreed to it. */
  readonly backBy: Id | undefined;
}

/** One member of staff says yes to one withdrawal, once. */
export interface Approval {
  readonly withdrawalId: Id;
  readonly staffId: Id;
  readonly time: number;
}
