// Repaying by coin or wire: where to, how much of what, and the proof that it was sent. Its proof is a deposit of the user's that names the loan, looked at
// and credited by the staff as every deposit is.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { coinToPay, loanDue } from '@fairtick/engine/loans';
import type { Clock } from '@fairtick/kernel/clock';
import { type Amount, COIN_PLACES, formatUnits } from '@fairtick/kernel/decimal';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { answeredBefore } from '../../platform/commands/answered.ts';
import { keyOf } from '../../platform/commands/key.ts';
import type { Queries } from '../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../platform/endpoints.ts';
import { type DepositOptions, Deposits, type Way } from '../wallet/index.ts';
import { beginProof, findLoan, type ListedLoan, loanToRepay } from './table.ts';

export interface ProofOptions {
  readonly clock: Clock;
  /** Of deposits, which a proof is one of. */
  readonly deposits: DepositOptions;
}

type Ways = AnswerOf<'loan_repayment_accounts'>;

const ENDPOINT = 'loan_repayment_proof';

/** In the currency, rounded up to what it can be sent in; undefined where no price is new enough. */
function numberOf({ option, rate }: Way, total: Amount | undefined): string | undefined {
  if (rate === undefined || total === undefined) return undefined;
  return formatUnits(coinToPay(total, rate.usdPrice, option.places), option.places, COIN_PLACES);
}

function wayView(way: Way, total: Amount | undefined): Ways[number] {
  const { option, coin, bank } = way;
  return {
    ...{ id: String(option.id), type: option.kind === 'coin' ? 0 : 1, currency_code: option.currency },
    ...{ protocol_code: coin?.protocol_code ?? '', address: coin?.address ?? bank?.payee_account ?? '' },
    ...{ own: coin?.own ?? false, confirmations: coin?.confirmations ?? 0, places: option.places },
    ...{ min: formatUnits(option.min, 2), number: numberOf(way, total) ?? '' },
    usd_price: coin?.usd_price ?? bank?.usd_price ?? '',
    bank: bank
      ? {
          ...{ bank_name: bank.bank_name, bank_address: bank.bank_address, bank_swift: bank.bank_swift },
          ...{ payee_name: bank.payee_name, payee_account: bank.payee_account, bank_remark: bank.bank_remark },
        }
      : null,
  };
}

export class LoanProofs {
  readonly #deposits: Deposits;
  readonly #options: ProofOptions;

  constructor(options: ProofOptions) {
    const { deposits } = options;
    this.#options = options;
    this.#deposits = new Deposits(deposits);
  }

  /** With how much of each pays `total`, where that is said. */
  async ways(context: RequestContext, total?: Amount): Promise<Result<Ways, Refusal>> {
    const ways = await this.#deposits.ways(context);
    return ways.ok ? ok(ways.value.map((way) => wayView(way, total))) : ways;
  }

  /** From now on the loan is checked; what is due is that of this moment. */
  async send(input: ParsedOf<'loan_repayment_proof'>, context: RequestContext): Promise<Result<null, Refusal>> {
    const { db } = this.#options.deposits;
    const { userId } = userOf(context);
    const loan = await ownLoan(db, input.loan_id, userId);
    if (!loan) return err(refuse('LOAN_UNKNOWN'));
    const before = await answeredBefore(db, keyOf(userId, context.key, ENDPOINT, input));
    if (before) return before.ok ? ok(null) : before;
    const number =
      input.number.trim() === '' ? await this.#numberDue(loan, input.charge_id, context) : ok(input.number);
    if (!number.ok) return number;
    const loanId = loan.loan.id;
    const sent = await this.#deposits.submitFor(
      {
        loanId,
        hinders: async (tx) => ((await loanToRepay(tx, userId, loanId)) ? undefined : refuse('LOAN_NOT_TO_REPAY')),
        sent: (tx, deposit) => beginProof(tx, loanId, deposit.submittedTime),
      },
      {
        ...{ endpoint: ENDPOINT, input, optionId: input.charge_id, number: number.value },
        ...{ proof: input.proofImg, txid: input.txid, shown: input.address },
      },
      context,
    );
    return sent.ok ? ok(null) : sent;
  }

  /** What is due now, in the currency of the way. */
  async #numberDue({ loan }: ListedLoan, chargeId: string, context: RequestContext): Promise<Result<string, Refusal>> {
    if (loan.status !== 2 || loan.paidOutTime === undefined) return err(refuse('LOAN_NOT_TO_REPAY'));
    const ways = await this.#deposits.ways(context);
    if (!ways.ok) return ways;
    const way = ways.value.find(({ option }) => String(option.id) === chargeId);
    if (!way) return err(refuse('OPTION_UNKNOWN'));
    const number = numberOf(way, loanDue(loan, loan.paidOutTime, this.#options.clock.now()).total);
    return number === undefined ? err(refuse('VALUE_MISSING', { field: 'number' })) : ok(number);
  }
}

/** Nobody learns of another's loan that it is there. */
export async function ownLoan(db: Queries, idText: string, userId: Id): Promise<ListedLoan | undefined> {
  const id = parseId(idText);
  const found = id === undefined ? undefined : await findLoan(db, id);
  return found?.loan.userId === userId ? found : undefined;
}

/** USD that a proof's deposit would have to bring, for the staff who look at it; '' of a loan that is not there. */
export async function dueOfProof(db: Queries, loanId: Id, nowMs: number): Promise<string> {
  const loan = (await findLoan(db, loanId))?.loan;
  if (loan?.paidOutTime === undefined) return '';
  return formatUnits(loanDue(loan, loan.paidOutTime, loan.proofTime ?? nowMs).total, 2);
}
