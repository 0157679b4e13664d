// What users ask about loans: what is offered, what they would sign, asking, what is owed, and repaying.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { toBase64, toHex } from '@fairtick/kernel/bytes';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import { ownCommand } from '../../platform/commands/request.ts';
import { type RequestContext, userOf } from '../../platform/endpoints.ts';
import { offerTo, readStanding, uidOf } from '../accounts/index.ts';
import { accountsOf } from '../ledger/index.ts';
import { agreementOf } from './agreement.ts';
import { LoanProofs, ownLoan, type ProofOptions } from './proofs.ts';
import { decideRepayment, decideTakingBack, type LoanDecided, type LoanDecisionState } from './rules/decisions.ts';
import { dateOf } from './rules/person.ts';
import { type SigningOptions, submitLoan, termsOf } from './signing.ts';
import { type ListedLoan, listOwn, readAgreement, signingAct } from './table.ts';
import { configView, dueNow, loanView, repaymentView } from './views.ts';

export interface LoanOptions extends SigningOptions, ProofOptions {
  readonly submit: (command: Command<LoanDecisionState, LoanDecided>) => Promise<Outcome>;
}

type Answered<
  N extends
    | 'loan_config_info'
    | 'loan_agreement'
    | 'loan_submit'
    | 'loan_repayment'
    | 'loan_repayment_accounts'
    | 'loan_repayment_proof'
    | 'loan_repay'
    | 'loan_info'
    | 'loan_cancel'
    | 'loan_signed',
> = Promise<Result<AnswerOf<N>, Refusal>>;

export class LoanService {
  readonly #options: LoanOptions;
  readonly #proofs: LoanProofs;

  constructor(options: LoanOptions) {
    this.#options = options;
    this.#proofs = new LoanProofs(options);
  }

  async configs(context: RequestContext): Promise<AnswerOf<'loan_config'>> {
    return (await this.#isOffered(context)) ? this.#options.settings().configs.map(configView) : [];
  }

  async config({ id }: ParsedOf<'loan_config_info'>, context: RequestContext): Answered<'loan_config_info'> {
    const config = this.#options.settings().configs.find((one) => one.id === id);
    if (!config || !(await this.#isOffered(context))) return err(refuse('LOAN_CONFIG_UNKNOWN'));
    return ok(configView(config));
  }

  date(): AnswerOf<'loan_date'> {
    const time = this.#options.clock.now();
    return { date: dateOf(time), time };
  }

  async agreement(input: ParsedOf<'loan_agreement'>, context: RequestContext): Answered<'loan_agreement'> {
    const { db, settings, clock } = this.#options;
    const { userId } = userOf(context);
    if (input.loan_id !== '') {
      const found = await this.#own(input.loan_id, userId);
      const signed = found && (await readAgreement(db, found.loan.id));
      if (!found || !signed) return err(refuse('LOAN_UNKNOWN'));
      const { html, version, lang } = signed;
      return ok({ html, hash: toHex(signed.hash), version, lang, date: dateOf(found.loan.requestedTime) });
    }
    if (!(await this.#isOffered(context))) return err(refuse('PRODUCT_NOT_OFFERED'));
    const offered = termsOf(settings(), input.id ?? 0, input.amount);
    if (!offered.ok) return offered;
    const { terms } = offered.value;
    return ok(
      agreementOf({
        ...{ terms, lang: context.lang, date: dateOf(clock.now()), uid: uidOf(userId) },
        templates: settings().agreements,
      }),
    );
  }

  /** By which its user holds the house to what was signed: nobody else is ever given the salt. */
  async signed({ loan_id }: ParsedOf<'loan_signed'>, context: RequestContext): Answered<'loan_signed'> {
    const { db } = this.#options;
    const { userId } = userOf(context);
    const loan = (await this.#own(loan_id, userId))?.loan;
    if (!loan) return err(refuse('LOAN_UNKNOWN'));
    const [agreed, act] = await Promise.all([readAgreement(db, loan.id), signingAct(db, userId, loan.id)]);
    if (!agreed || !act) return err(refuse('LOAN_UNKNOWN'));
    const { idx, time, kind, salt, contents } = act;
    const index = idx === null ? null : Number(idx);
    return ok({ evidence: agreed.evidence, act: { index, time: Number(time), kind, salt: toBase64(salt), contents } });
  }

  async submit(input: ParsedOf<'loan_submit'>, context: RequestContext): Answered<'loan_submit'> {
    const done = await submitLoan(this.#options, input, context);
    return done.ok ? this.#view(String(done.value.id), context) : done;
  }

  async list({ page }: ParsedOf<'loan_list'>, context: RequestContext): Promise<AnswerOf<'loan_list'>> {
    const { db, clock } = this.#options;
    const asked = { userId: userOf(context).userId, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
    const { loans, total } = await listOwn(db, asked);
    return { data: loans.map((one) => loanView(one, clock.now(), context.lang)), total };
  }

  info({ id }: ParsedOf<'loan_info'>, context: RequestContext): Answered<'loan_info'> {
    return this.#view(id, context);
  }

  async repayment({ loan_id }: ParsedOf<'loan_repayment'>, context: RequestContext): Answered<'loan_repayment'> {
    const { db, clock } = this.#options;
    const { userId } = userOf(context);
    const loan = (await this.#own(loan_id, userId))?.loan;
    if (!loan) return err(refuse('LOAN_UNKNOWN'));
    const { paidOutTime, dueTime, status } = loan;
    if (paidOutTime === undefined || dueTime === undefined || status === 5) return err(refuse('LOAN_NOT_TO_REPAY'));
    const owed = { ...loan, paidOutTime, dueTime };
    const nowMs = clock.now();
    const [accounts, ways] = await Promise.all([
      accountsOf(db, userId),
      this.#proofs.ways(context, dueNow(owed, nowMs).total),
    ]);
    const available = accounts.find(({ kind }) => kind === 'change')?.available ?? 0n;
    // Who can be shown no way from outside repays from what is available.
    return ok(repaymentView(owed, nowMs, { available, accounts: ways.ok ? ways.value : [] }));
  }

  ways(context: RequestContext): Answered<'loan_repayment_accounts'> {
    return this.#proofs.ways(context);
  }

  async sendProof(input: ParsedOf<'loan_repayment_proof'>, context: RequestContext): Answered<'loan_repayment_proof'> {
    const sent = await this.#proofs.send(input, context);
    return sent.ok ? this.#view(input.loan_id, context) : sent;
  }

  async repay(input: ParsedOf<'loan_repay'>, context: RequestContext): Answered<'loan_repay'> {
    const { userId } = userOf(context);
    if (!(await this.#own(input.loan_id, userId))) return err(refuse('LOAN_UNKNOWN'));
    const loanId = parseId(input.loan_id) ?? 0n;
    const outcome = await this.#options.submit({
      ...ownCommand({ endpoint: 'loan_repay', input, context }),
      ...{ looksAt: [], names: { loans: [userId] } },
      decide: (state) => {
        const repaid = decideRepayment(state, { loanId, userId, key: context.key, shown: input.shown.trim() });
        return repaid.ok ? ok({ change: repaid.value, answer: {} }) : repaid;
      },
    });
    return outcome.ok ? this.#view(input.loan_id, context) : outcome;
  }

  async takeBack(input: ParsedOf<'loan_cancel'>, context: RequestContext): Answered<'loan_cancel'> {
    const { userId } = userOf(context);
    if (!(await this.#own(input.loan_id, userId))) return err(refuse('LOAN_UNKNOWN'));
    const loanId = parseId(input.loan_id) ?? 0n;
    const outcome = await this.#options.submit({
      ...ownCommand({ endpoint: 'loan_cancel', input, context }),
      ...{ looksAt: [], names: { loans: [userId] } },
      decide: (state) => {
        const back = decideTakingBack(state, { loanId, userId });
        return back.ok ? ok({ change: back.value, answer: {} }) : back;
      },
    });
    return outcome.ok ? this.#view(input.loan_id, context) : outcome;
  }

  async #isOffered(context: RequestContext): Promise<boolean> {
    const { db, jurisdictions } = this.#options;
    const country = (await readStanding(db, userOf(context).userId))?.country;
    return country !== undefined && !offerTo(jurisdictions(), country).off.has('loans');
  }

  #own(idText: string, userId: Id): Promise<ListedLoan | undefined> {
    return ownLoan(this.#options.db, idText, userId);
  }

  async #view(id: string, context: RequestContext): Promise<Result<AnswerOf<'loan_info'>, Refusal>> {
    const found = await this.#own(id, userOf(context).userId);
    return found ? ok(loanView(found, this.#options.clock.now(), context.lang)) : err(refuse('LOAN_UNKNOWN'));
  }
}
