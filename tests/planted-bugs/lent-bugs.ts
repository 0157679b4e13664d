// Planted bugs of loans and fund products.

import type { PlantedBug } from './bug.ts';

const LOAN_SUMS = 'engine/loans.ts';
const FUND_RULES = 'server/domains/funds/rules.ts';
const FUNDS_TEST = 'tests/integration/funds/funds.test.ts';
const LOANS_TEST = 'tests/integration/loans/loans.test.ts';
const YEAR_TEST = 'tests/integration/loans/year.test.ts';

export const LENT_BUGS: readonly PlantedBug[] = [
  {
    name: 'a fund sets one day aside',
    harm: 'the house promises interest that it may not have',
    edits: [
      {
        file: FUND_RULES,
        find: 'const whole = fundWhole(dayProfit, product.days);',
        replace: 'const whole = fundWhole(dayProfit, 1);',
      },
    ],
    project: 'integration',
    tests: [FUNDS_TEST],
  },
  {
    name: 'a fund pays all days from the first again',
    harm: 'after an outage or a restart each day is paid once more',
    edits: [
      { file: FUND_RULES, find: 'for (let day = before.paidDays + 1; day <=', replace: 'for (let day = 1; day <=' },
    ],
    project: 'integration',
    tests: [FUNDS_TEST],
  },
  {
    name: 'a fund’s principal goes to the house',
    harm: "users' money stands behind promises of the house's",
    edits: [
      {
        file: FUND_RULES,
        find: "available: -bought.value, locked: bought.value },\n    { ownerId: HOUSE, kind: 'fund', available: -whole, locked: whole },",
        replace:
          "available: -bought.value },\n    { ownerId: HOUSE, kind: 'fund', available: amount(bought.value - whole), locked: whole },",
      },
    ],
    project: 'integration',
    tests: [FUNDS_TEST],
  },
  {
    name: 'what is lent goes into a fund',
    harm: 'a borrower binds what they owe, and cannot repay',
    edits: [
      {
        file: FUND_RULES,
        find: 'if (owed > 0n && bought.value > beside)',
        replace: 'if (owed > 0n && bought.value > available)',
      },
    ],
    project: 'integration',
    tests: [LOANS_TEST],
  },
  {
    name: 'a redemption frees what was paid already',
    harm: 'the house takes back what is set aside for others',
    edits: [
      {
        file: FUND_RULES,
        find: "const unpaid = fundWhole(one.dayProfit, one.days - one.paidDays);\n  draft.post('fund_redeemed'",
        replace: "const unpaid = fundWhole(one.dayProfit, one.days);\n  draft.post('fund_redeemed'",
      },
    ],
    project: 'integration',
    tests: [FUNDS_TEST],
  },
  {
    name: 'late cost on interest too',
    harm: 'who is late pays interest on interest, against what they signed',
    edits: [
      {
        file: LOAN_SUMS,
        find: 'min(forDays(principal, penaltyRate, daysLate)',
        replace: 'min(forDays(amount(principal + interest), penaltyRate, daysLate)',
      },
    ],
    project: 'unit',
    tests: ['engine/loans.test.ts'],
  },
  {
    name: 'late cost without an end',
    harm: 'somebody owes more than twice what they borrowed',
    edits: [
      {
        file: LOAN_SUMS,
        find: 'min(forDays(principal, penaltyRate, daysLate), max(amount(0n), amount(principal - interest)));',
        replace: 'max(forDays(principal, penaltyRate, daysLate), amount(0n * interest));',
      },
    ],
    project: 'unit',
    tests: ['engine/loans.test.ts'],
  },
  {
    name: 'free days forgotten where one repays early',
    harm: 'who repays at once pays for days that were promised to cost nothing',
    edits: [
      {
        file: LOAN_SUMS,
        find: 'const interest = loanInterest(terms, Math.min(terms.period, begun));',
        replace:
          'const early = begun < terms.period ? { ...terms, freePeriod: 0 } : terms;\n  const interest = loanInterest(early, Math.min(terms.period, begun));',
      },
    ],
    project: 'unit',
    tests: ['engine/loans.test.ts'],
  },
  {
    name: 'a loan’s days by the calendar',
    harm: 'a day is charged that had not begun, or none that had, and a change of the clocks costs one',
    edits: [
      {
        file: LOAN_SUMS,
        find: 'Math.max(1, Math.ceil((atMs - paidOutMs) / DAY_MS));',
        replace: 'Math.max(1, Math.floor(atMs / DAY_MS) - Math.floor(paidOutMs / DAY_MS));',
      },
    ],
    project: 'unit',
    tests: ['engine/loans.test.ts'],
  },
  {
    name: 'a yearly rate by simple division',
    harm: 'a loan looks cheaper than the law lets it',
    edits: [
      {
        file: LOAN_SUMS,
        find: '  const grown = (principal + interest) ** YEAR_DAYS;',
        replace:
          '  if (days > 0) return Number(((interest * 3_650_000n) / (principal * BigInt(days)) + 5n) / 10n);\n  const grown = (principal + interest) ** YEAR_DAYS;',
      },
    ],
    project: 'unit',
    tests: ['engine/loans.test.ts'],
  },
  {
    name: 'two loans of one person where nobody looks',
    harm: 'somebody borrows as often as they open accounts',
    edits: [
      {
        file: 'database/migrations/0083_loans_and_funds_by_terms.sql',
        find: 'CREATE UNIQUE INDEX one_loan_a_person ON loans (person_key) WHERE status IN (1, 2, 4);\n',
        replace: '',
      },
      {
        file: 'database/migrations/0072_loans.sql',
        find: 'CREATE UNIQUE INDEX one_loan_a_user ON loans (user_id) WHERE status IN (1, 2, 4);\n',
        replace: '',
      },
    ],
    project: 'integration',
    tests: ['tests/integration/loans/terms.test.ts'],
  },
  {
    name: 'an agreement as the client sent it',
    harm: 'a borrower writes their own terms, or the house holds others against them than they read',
    edits: [
      {
        file: 'server/domains/loans/signing.ts',
        find: '    .find(({ html }) => html === typed.agreement);',
        replace:
          "    .map((one) => ({ ...one, html: typed.agreement, hash: hash('sha256', typed.agreement, 'hex') }))\n    .find(({ html }) => html !== '');",
      },
    ],
    project: 'integration',
    tests: [LOANS_TEST],
  },
  {
    name: 'one person pays out what takes two',
    harm: 'a member of the staff lends whatever is offered to whom they like',
    edits: [
      {
        file: 'server/domains/loans/rules/decisions.ts',
        find: '  const alone = loan.amount < state.loans.settings.twoPeople;',
        replace: '  const alone = loan.amount <= state.loans.settings.twoPeople;',
      },
    ],
    project: 'integration',
    tests: ['tests/integration/loans/two-people.test.ts'],
  },
  {
    name: 'a withdrawal let go while a loan is late',
    harm: 'what should have been repaid leaves with the approval of who lent it',
    edits: [
      {
        file: 'server/domains/wallet/withdrawals/staff-rules.ts',
        find: ' ?? owedFirst(state, withdrawal)',
        replace: '',
      },
    ],
    project: 'integration',
    tests: ['tests/integration/loans/guards.test.ts'],
  },
  {
    name: 'a day of a fund paid before it is over',
    harm: 'who redeems takes interest of a day that did not come',
    edits: [
      {
        file: 'engine/funds.ts',
        find: 'Math.floor((nowMs - boughtMs) / FUND_DAY_MS)',
        replace: 'Math.ceil((nowMs - boughtMs) / FUND_DAY_MS)',
      },
    ],
    project: 'integration',
    tests: [YEAR_TEST],
  },
];
