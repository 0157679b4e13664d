// The planted bugs: mistakes that somebody could make in an afternoon. Each must turn the suite red.
// Long because it is one list.

import type { PlantedBug } from './bug.ts';
import { COPY_BUGS } from './copy-bugs.ts';
import { LENT_BUGS } from './lent-bugs.ts';

const FORMULAS = 'engine/formulas.ts';
const REACHED = 'engine/trigger-rule.ts';
const TRIGGER_DECISIONS = 'server/domains/forex/rules/trigger-decisions.ts';
const USER_DECISIONS = 'server/domains/forex/rules/user-decisions.ts';
const CLOSING = 'server/domains/forex/rules/closing.ts';
const EXPOSURE = 'server/domains/forex/rules/exposure.ts';
const PIPELINE = 'server/platform/commands/pipeline.ts';
const APPENDER = 'server/platform/transparency/appender.ts';
const TICK_STORE = 'server/domains/market/ticks/tick-store.ts';
const TRIGGER_QUEUE = 'server/trading/queue.ts';
const MICRO = 'server/domains/micro/rules.ts';
const FREEZE = 'server/domains/staff/freezes/rules.ts';
const TRANSFERS = 'server/domains/portfolio/transfers.ts';
const REGISTERING = 'server/domains/accounts/registering/registering.ts';
const VERIFICATION = 'server/domains/verification/rules.ts';
const SUBMITTING = 'server/domains/verification/commands.ts';
const CAUSES = 'database/migrations/0051_journals_have_causes.sql';
const CREDITING = 'server/domains/wallet/deposits/staff-rules.ts';
const BACK = 'server/domains/wallet/withdrawals/coming-back.ts';

const MONEY_TEST = 'tests/integration/forex/money.test.ts';
const TRIGGERS_TEST = 'tests/integration/forex/triggers.test.ts';
const STOP_OUT_TEST = 'tests/integration/forex/stop-out.test.ts';
const REFUSALS_TEST = 'tests/integration/forex/refusals.test.ts';
const EXPOSURE_TEST = 'tests/integration/forex/exposure.test.ts';
const OPTIONS_TEST = 'tests/integration/micro/options.test.ts';
const FIRST_TICK_TEST = 'tests/integration/micro/opening.test.ts';
const FINANCING_TEST = 'tests/integration/forex/financing.test.ts';
const FREEZE_TEST = 'tests/integration/standing/freeze.test.ts';
const DAYS = 'database/migrations/0104_day_results.sql';
const GIVEN_UP_TEST = 'tests/integration/commands/given-up.test.ts';
const OPENING_TEST = 'tests/integration/standing/opening.test.ts';
const PIPELINE_TEST = 'tests/integration/commands/pipeline.test.ts';
const KEYS_TEST = 'tests/integration/commands/keys.test.ts';
const APPEND_TEST = 'tests/integration/log/append.test.ts';
const REGISTERING_TEST = 'tests/integration/registering/registering.test.ts';
const PEOPLE_TEST = 'tests/simulation/people.test.ts';
const DEPOSITS_TEST = 'tests/simulation/deposits.test.ts';
const BACK_TEST = 'server/domains/wallet/withdrawals/coming-back.test.ts';
const PROMISES_TEST = 'tests/integration/ledger/promises.test.ts';
const STOLEN_TEST = 'tests/security/stolen-role.test.ts';
const AUTHORIZATION_TEST = 'tests/security/authorization.test.ts';
const STRANGERS_TEST = 'tests/security/strangers.test.ts';

const unit = 'unit';
const integration = 'integration';
const security = 'security';

export const BUGS: readonly PlantedBug[] = [
  {
    name: 'a day forgets what it came to',
    harm: 'a limit of a day counts the newest order alone',
    edits: [{ file: DAYS, find: 'THEN o.day_result + c.result ELSE', replace: 'THEN c.result ELSE' }],
    project: integration,
    tests: [OPENING_TEST],
  },
  {
    name: 'whose rows are slow takes the batch along',
    harm: "one user with a slow day stops everybody's orders",
    edits: [
      { file: PIPELINE, find: 'const cancelled = wasCancelled(error) &&', replace: 'const cancelled = false &&' },
    ],
    project: integration,
    tests: [GIVEN_UP_TEST],
  },
  {
    name: 'sign flipped',
    harm: 'a gain is booked as a loss',
    edits: [
      {
        file: FORMULAS,
        find: "const move = side === 'buy' ? close - open : open - close;",
        replace: "const move = side === 'buy' ? open - close : close - open;",
      },
    ],
    project: unit,
    tests: ['engine/formulas.test.ts'],
  },
  {
    name: 'lock missing',
    harm: 'two servers spend the same balance',
    edits: [
      {
        file: 'server/domains/ledger/table.ts',
        find: 'FROM lock_owners($1::bigint[], $2::realm[])',
        replace:
          'FROM ledger_accounts JOIN (SELECT id AS owner_id, realm, version FROM owners) o USING (owner_id, realm) WHERE owner_id = ANY ($1::bigint[]) OR (owner_id = 0 AND realm = ANY ($2::realm[]))',
      },
    ],
    project: security,
    tests: ['tests/security/realms.test.ts'],
  },
  {
    name: 'key ignored',
    harm: 'a tap that is sent twice trades twice',
    edits: [
      {
        file: PIPELINE,
        find: 'if (before) return equalBytes',
        replace: 'if (before && names.length < 0) return equalBytes',
      },
      {
        file: PIPELINE,
        find: '    const keys: KeyRow[] = [];\n',
        replace: '    const keys: KeyRow[] = [];\n    const names: string[] = [];\n',
      },
      {
        file: 'server/platform/commands/keys-table.ts',
        find: 'COMMAND_KEYS.rows(keys)',
        replace: 'COMMAND_KEYS.rows(keys.slice(keys.length))',
      },
    ],
    project: integration,
    tests: [KEYS_TEST],
  },
  {
    name: 'settled twice',
    harm: 'an option pays again after a crash',
    edits: [
      {
        file: MICRO,
        find: "if (order?.status !== 'open' || order.openPrice === undefined)",
        replace: 'if (order?.openPrice === undefined)',
      },
      {
        file: 'database/migrations/0001_ledger.sql',
        find: 'CREATE UNIQUE INDEX one_settlement_per_order ON journals (reference) WHERE reason IN (13, 14, 18, 21, 22, 23);',
        replace: '',
      },
    ],
    project: integration,
    tests: [PROMISES_TEST],
  },
  {
    name: 'stop-loss on the wrong side',
    harm: 'a stop-loss above the market is taken and closes at once',
    edits: [
      {
        file: 'contract/forex-ticket.ts',
        find: "const below = (side === 'buy') === (kind === 'stop_loss');",
        replace: "const below = (side === 'buy') !== (kind === 'stop_loss');",
      },
    ],
    project: integration,
    tests: [REFUSALS_TEST],
  },
  {
    name: 'stop-loss fires the wrong way',
    harm: 'a position is closed while it gains',
    edits: [
      {
        file: REACHED,
        find: "const falling = (order.side === 'buy') === (kind === 'stop_loss');",
        replace: "const falling = (order.side === 'buy') !== (kind === 'stop_loss');",
      },
    ],
    project: integration,
    tests: [TRIGGERS_TEST],
  },
  {
    name: 'rounding of the margin',
    harm: 'margin is rounded down in the user’s favour',
    edits: [
      {
        file: FORMULAS,
        find: 'return amount(divideUpToPlaces(product,',
        replace: 'return amount(divideToPlaces(product,',
      },
    ],
    project: unit,
    tests: ['engine/formulas.test.ts'],
  },
  {
    name: 'rounding of a result',
    harm: 'halves always go up instead of to the even neighbour',
    edits: [
      {
        file: FORMULAS,
        find: 'return amount(divideToPlaces(move * quantity',
        replace: 'return amount(divideUpToPlaces(move * quantity',
      },
    ],
    project: integration,
    tests: [MONEY_TEST],
  },
  {
    name: 'tie as loss',
    harm: 'a stake is lost though the price is the same',
    edits: [{ file: FORMULAS, find: "if (open === end) return 'tie';", replace: "if (open === end) return 'loss';" }],
    project: unit,
    tests: ['engine/formulas.test.ts', 'engine/settlement.test.ts'],
  },
  {
    name: 'late tick used',
    harm: 'an option is decided by a price after its expiry',
    edits: [
      {
        file: 'server/domains/market/ticks/read-table.ts',
        find: 'WHERE pair_id = w.pair_id AND received_time <= w.time',
        replace: 'WHERE pair_id = w.pair_id AND received_time <= w.time + 1',
      },
      {
        file: 'engine/settlement.ts',
        find: 'if (last && last.receivedTime > expiryTime) throw',
        replace: 'if (last && last.receivedTime > expiryTime + 1) throw',
      },
    ],
    project: integration,
    tests: [OPTIONS_TEST],
  },
  {
    name: 'opened by a known price',
    harm: 'an option opens at a price that its buyer knew',
    edits: [
      {
        file: 'server/domains/market/ticks/read-table.ts',
        find: 'WHERE log_index > w.after AND received_time',
        replace: 'WHERE log_index >= w.after AND received_time',
      },
    ],
    project: integration,
    tests: [FIRST_TICK_TEST],
  },
  {
    name: 'opened by a later tick',
    harm: 'the operator chooses among the prices after acceptance',
    edits: [
      {
        file: 'server/domains/market/ticks/read-table.ts',
        find: 'AND pair_id = w.pair_id ORDER BY log_index LIMIT 1',
        replace: 'AND pair_id = w.pair_id ORDER BY log_index DESC LIMIT 1',
      },
    ],
    project: integration,
    tests: [FIRST_TICK_TEST],
  },
  {
    name: 'opened too late',
    harm: 'a stake is bound by a price later than was promised',
    edits: [
      {
        file: 'engine/settlement.ts',
        find: 'if (!first || first.receivedTime > opensUntil(order)) return undefined;',
        replace: 'if (!first || first.receivedTime > opensUntil(order) + 1) return undefined;',
      },
    ],
    project: unit,
    tests: ['engine/settlement.test.ts'],
  },
  {
    name: 'any tick proves an opening',
    harm: 'Verify believes an opening price that the operator chose',
    edits: [
      {
        file: 'engine/verify-micro.ts',
        find: "checks.same('open.first', String(first.seq - 1), String(before.seq));",
        replace: '',
      },
    ],
    project: unit,
    tests: ['engine/verify.test.ts'],
  },
  {
    name: 'any tick proves an end',
    harm: 'Verify believes an end price that the operator chose',
    edits: [
      {
        file: 'engine/verify-micro.ts',
        find: "checks.same('end.last', String(last.seq + 1), String(after.seq));",
        replace: '',
      },
    ],
    project: unit,
    tests: ['engine/verify.test.ts'],
  },
  {
    name: 'an older price proves a close by hand',
    harm: 'Verify believes a close at a price that had passed',
    edits: [
      {
        file: 'engine/verify-path.ts',
        find: ': one.tick === is;',
        replace: ': is !== undefined && one.tick <= is;',
      },
    ],
    project: unit,
    tests: ['engine/verify-path.test.ts'],
  },
  {
    name: 'a place without its neighbour',
    harm: 'Verify believes that an older price was the newest',
    edits: [
      {
        file: 'engine/verify-path.ts',
        find: 'return before?.index !== place && (before?.seq ?? -1) < newest;',
        replace: 'return false;',
      },
    ],
    project: unit,
    tests: ['engine/verify-path.test.ts'],
  },
  {
    name: 'an unshown newest price is called right',
    harm: 'Verify says that everything checks out where nothing shows that no newer price had come',
    edits: [
      {
        file: 'engine/verify-path.ts',
        find: "else if (unshown) checks.open(name, String(unshown.tick), 'none');",
        replace: '',
      },
    ],
    project: unit,
    tests: ['engine/verify-path.test.ts'],
  },
  {
    name: 'nights at the end are left out',
    harm: 'Verify does not miss a night that was taken',
    edits: [
      {
        file: 'engine/verify-nights.ts',
        find: ' || (closed !== undefined && timeMs <= closed)',
        replace: '',
      },
    ],
    project: unit,
    tests: ['engine/verify.test.ts'],
  },
  {
    name: 'a void option needs no tick',
    harm: 'Verify believes that an option went back that its user had won',
    edits: [
      {
        file: 'engine/verify-micro.ts',
        find: "checks.open('end.last', 'the last before the end', 'none');",
        replace: '',
      },
    ],
    project: unit,
    tests: ['engine/verify.test.ts'],
  },
  {
    name: 'expiry off by one',
    harm: 'an option runs a millisecond longer than it was sold for',
    edits: [
      {
        file: MICRO,
        find: 'const expiryTime = acceptedTime + duration.value.seconds * 1_000;',
        replace: 'const expiryTime = acceptedTime + duration.value.seconds * 1_000 + 1;',
      },
    ],
    project: integration,
    tests: [OPTIONS_TEST],
  },
  {
    name: 'margin not released',
    harm: 'a closed position keeps the user’s money',
    edits: [
      {
        file: CLOSING,
        find: 'available: order.held + result, locked: -order.held }',
        replace: 'available: result, locked: 0n }',
      },
    ],
    project: integration,
    tests: [MONEY_TEST],
  },
  {
    name: 'fee taken twice',
    harm: 'a pending order pays its fee at placement and again when it fills',
    edits: [
      {
        file: TRIGGER_DECISIONS,
        find: "{ ownerId: order.userId, kind: 'forex', locked: -order.fee },\n    { ownerId: HOUSE, kind: 'fees', available: order.fee },",
        replace:
          "{ ownerId: order.userId, kind: 'forex', available: -order.fee, locked: -order.fee },\n    { ownerId: HOUSE, kind: 'fees', available: order.fee * 2n },",
      },
    ],
    project: integration,
    tests: [MONEY_TEST],
  },
  {
    name: 'stale quote filled',
    harm: 'an order is filled at a price nobody quotes any more',
    edits: [
      {
        file: 'contract/tradability.ts',
        find: "    case 'stale':\n      return refuse('QUOTE_STALE', { pair });",
        replace: "    case 'stale':\n      return undefined;",
      },
    ],
    project: integration,
    tests: [REFUSALS_TEST],
  },
  {
    name: 'batch half written',
    harm: 'money moves and the order is not there',
    edits: [{ file: PIPELINE, find: 'client.query(BEGIN);', replace: "client.query('SELECT 1');" }],
    project: integration,
    tests: [PIPELINE_TEST],
  },
  {
    name: 'event before commit',
    harm: 'a user is told of a fill that never was',
    edits: [
      {
        file: PIPELINE,
        find: '      const decided = this.#decide(state, known, commands);\n',
        replace:
          '      const decided = this.#decide(state, known, commands);\n      this.#tell(books.committed(state));\n',
      },
      { file: PIPELINE, find: '    this.#tell(done.committed);\n', replace: '' },
    ],
    project: integration,
    tests: [PIPELINE_TEST],
  },
  {
    name: 'seq reused',
    harm: 'two ticks of a pair carry one number',
    edits: [
      { file: TICK_STORE, find: 'nextSeqs.set(tick.pairId, seq + 1);', replace: 'nextSeqs.set(tick.pairId, seq);' },
      { file: 'database/migrations/0002_market.sql', find: '  UNIQUE (pair_id, seq),\n', replace: '' },
    ],
    project: integration,
    tests: [APPEND_TEST],
  },
  {
    name: 'checkpoint before commit',
    harm: 'a checkpoint is signed for ticks that are rolled back',
    edits: [
      {
        file: APPENDER,
        find: '      doubt.written = written;\n',
        replace: '      doubt.written = written;\n      view.adopt(written.frontier);\n',
      },
    ],
    project: integration,
    tests: ['tests/integration/log/broken-connections.test.ts'],
  },
  {
    name: 'free margin ignores losses',
    harm: 'a user opens more with money that is already lost',
    edits: [
      {
        file: FORMULAS,
        find: 'const drawdown = floating < 0n ? floating : 0n;',
        replace: 'const drawdown = floating < 0n ? 0n : 0n;',
      },
    ],
    project: unit,
    tests: ['engine/formulas.test.ts'],
  },
  {
    name: 'stop-out in the wrong order',
    harm: 'the best position is closed instead of the worst',
    edits: [
      {
        file: TRIGGER_DECISIONS,
        find: 'worse && floatingOf(worse, market) <= floatingOf(order, market)',
        replace: 'worse && floatingOf(worse, market) >= floatingOf(order, market)',
      },
    ],
    project: integration,
    tests: [STOP_OUT_TEST],
  },
  {
    name: 'limit filled worse',
    harm: 'the house keeps the better price a limit order reached',
    edits: [
      {
        file: TRIGGER_DECISIONS,
        find: '  const opened = openingPrice(order.side, tick, order.terms.markup);\n',
        replace: '  const opened = order.target?.price ?? openingPrice(order.side, tick, order.terms.markup);\n',
      },
    ],
    project: integration,
    tests: [TRIGGERS_TEST],
  },
  {
    name: 'realms mixed',
    harm: 'demo orders stand against the live house’s money',
    edits: [
      {
        file: 'server/domains/ledger/rules/accounts.ts',
        find: 'if (account?.kind === kind && account.realm === realm) return account;',
        replace: 'if (account?.kind === kind) return account;',
      },
    ],
    project: security,
    tests: ['tests/security/realms.test.ts'],
  },
  {
    name: 'another user’s order closed',
    harm: 'whoever guesses an id ends a stranger’s position',
    edits: [
      {
        file: USER_DECISIONS,
        find: "if (!order || order.userId !== command.userId) return err(refuse('ORDER_NOT_FOUND'));",
        replace: "if (!order) return err(refuse('ORDER_NOT_FOUND'));",
      },
    ],
    project: security,
    tests: [AUTHORIZATION_TEST],
  },
  {
    name: 'another user’s proof shown',
    harm: 'anybody reads anybody’s trades',
    edits: [
      {
        file: 'server/domains/forex/table.ts',
        find: "all(FOREX_ORDERS.is('id'), FOREX_ORDERS.is('user_id')),",
        replace: "FOREX_ORDERS.is('id'),",
      },
    ],
    project: security,
    tests: [AUTHORIZATION_TEST],
  },
  {
    name: 'signed out and still in',
    harm: 'a stolen token works after the user signed out',
    edits: [
      {
        file: 'server/domains/accounts/table.ts',
        find: 'AND s.revoked_time IS NULL AND s.last_used_time > $2`',
        replace: 'AND s.last_used_time > $2`',
      },
    ],
    project: integration,
    tests: ['tests/integration/http/sessions.test.ts'],
  },
  {
    name: 'old tick against a new stop',
    harm: 'a position is closed by a price from before its stop was set',
    edits: [
      {
        file: REACHED,
        find: '  if (tick.logIndex <= order.armedIndex) return false;\n',
        replace: '',
      },
    ],
    project: unit,
    tests: ['engine/trigger-rule.test.ts'],
  },
  {
    name: 'gain not reserved',
    harm: 'the house promises what it can’t pay',
    edits: [
      {
        file: MICRO,
        find: "    { ownerId: HOUSE, kind: 'micro', available: -reserve, locked: reserve },\n",
        replace: '',
      },
      {
        file: MICRO,
        find: "    { ownerId: HOUSE, kind: 'micro', available: order.reserve - result, locked: -order.reserve },",
        replace: "    { ownerId: HOUSE, kind: 'micro', available: -result },",
      },
    ],
    project: integration,
    tests: [OPTIONS_TEST],
  },
  {
    name: 'the second of an expiry rounded up',
    harm: 'options that end within one second count as of two, and a user has twice the limit on one tick',
    edits: [
      {
        file: MICRO,
        find: 'Math.floor(order.expiryTime / 1_000) === Math.floor(expiryTime / 1_000)',
        replace: 'Math.ceil(order.expiryTime / 1_000) === Math.ceil(expiryTime / 1_000)',
      },
    ],
    project: integration,
    tests: [OPTIONS_TEST],
  },
  {
    name: 'crossed quote taken',
    harm: 'a quote with bid above ask makes prices',
    edits: [
      {
        file: 'server/domains/market/cleaning.ts',
        find: "    if (quote.bid > quote.ask) return 'crossed';\n",
        replace: '',
      },
    ],
    project: unit,
    tests: ['server/domains/market/cleaning.test.ts'],
  },
  {
    name: 'journal need not sum to zero',
    harm: 'money is made out of nothing and the database allows it',
    edits: [
      {
        file: DAYS,
        find: 'bool_or(part.total <> 0) AS uneven',
        replace: 'bool_or(part.total > 1000000000000) AS uneven',
      },
    ],
    project: integration,
    tests: [PROMISES_TEST],
  },
  {
    name: 'a gap in the order of an owner',
    harm: 'who decided on an old state writes all the same',
    edits: [
      {
        file: DAYS,
        find: 'AND c.first = o.version + 1 AND c.last = o.version + c.n',
        replace: 'AND c.first > o.version',
      },
    ],
    project: integration,
    tests: [PROMISES_TEST],
  },
  {
    name: 'two users in one journal',
    harm: 'one user’s decision takes another’s money, unlocked',
    edits: [
      {
        file: DAYS,
        find: 'part.first_user <> j.owner_id OR part.last_user <> j.owner_id',
        replace: 'part.first_user <> j.owner_id AND part.last_user <> j.owner_id',
      },
    ],
    project: integration,
    tests: [PROMISES_TEST],
  },
  {
    name: 'a night that takes what is held first',
    harm: 'positions lose their holds while money lies available',
    edits: [
      {
        file: 'server/domains/forex/rules/losses.ts',
        find: "first === 'held' ? held : amount(free)",
        replace: 'held === 0n ? amount(free) : held',
      },
    ],
    project: unit,
    tests: ['server/domains/forex/rules/losses.test.ts'],
  },
  {
    name: 'roles not asked of a visitor',
    harm: 'anybody reads and changes what only staff may',
    edits: [
      {
        file: 'server/edge/http/admission.ts',
        find: "if (!principal) return roles.includes('visitor') ? undefined : refuse('SESSION_EXPIRED');",
        replace: 'if (!principal) return undefined;',
      },
    ],
    project: security,
    tests: ['tests/security/second-table.test.ts'],
  },
  {
    name: 'an id that no number holds',
    harm: 'one call makes a whole batch of others fail',
    edits: [
      {
        file: 'contract/fields.ts',
        find: '.refine((text) => parseId(text) !== undefined)',
        replace: '.refine((text) => parseId(text) !== undefined || text.length === 19)',
      },
    ],
    project: unit,
    tests: ['contract/fields.test.ts'],
  },
  {
    name: 'proof not checked',
    harm: 'the browser calls any proof right',
    edits: [
      {
        file: 'kernel/log/merkle.ts',
        find: 'return last === 0 && equalBytes(hash, claim.root);',
        replace: 'return last === 0 || equalBytes(hash, claim.root);',
      },
    ],
    project: unit,
    tests: ['kernel/log/merkle.test.ts'],
  },
  {
    name: 'auditor skips the tiles',
    harm: 'a rewritten tile goes unseen',
    edits: [
      {
        file: 'server/audit/log-audit.ts',
        find: 'else if (!equalBytes(found.hashes, hashes))',
        replace: 'else if (found.hashes.length !== hashes.length)',
      },
    ],
    project: security,
    tests: ['tests/security/verify-log.test.ts'],
  },
  {
    name: 'night forgotten',
    harm: 'who closes between 17:00 and its tick pays nothing for the night',
    edits: [
      {
        file: CLOSING,
        find: 'const financed = financeDue(draft, position, market);',
        replace: 'const financed: ReturnType<typeof financeDue> = { order: position };',
      },
    ],
    project: integration,
    tests: [FINANCING_TEST],
  },
  {
    name: 'exposure netted',
    harm: 'accounts that are alternately long and short empty the house in one gap',
    edits: [
      {
        file: EXPOSURE,
        find: 'const gap = (max(buy.units, sell.units) * tick.ask',
        replace: 'const gap = (max(buy.units - sell.units, sell.units - buy.units) * tick.ask',
      },
    ],
    project: integration,
    tests: [EXPOSURE_TEST],
  },
  {
    name: 'losses stand behind gains',
    harm: 'the house counts on what losers have not paid, and the first winner finds nothing',
    edits: [
      {
        file: EXPOSURE,
        find: '+ max(sell.value - (sell.units * tick.ask) / UNIT, 0n);',
        replace: '+ sell.value - (sell.units * tick.ask) / UNIT;',
      },
    ],
    project: integration,
    tests: [EXPOSURE_TEST],
  },
  {
    name: 'losing position kept open',
    harm: 'who has lost everything keeps a position that can only recover',
    edits: [
      {
        file: CLOSING,
        find: "const fromOthers = giveUp(draft, taken, 'loss');",
        replace:
          "if (protectedBy < taken.missing) throw new Error('nobody bears it');\n  const fromOthers = giveUp(draft, taken, 'loss');",
      },
    ],
    project: integration,
    tests: [EXPOSURE_TEST],
  },
  {
    name: 'protection pays no gain',
    harm: 'a winner waits while the house has what they won',
    edits: [
      {
        file: 'server/domains/forex/rules/house.ts',
        find: "for (const kind of ['capital', 'protection'] as const) {",
        replace: "for (const kind of ['capital', 'capital'] as const) {",
      },
    ],
    project: integration,
    tests: [EXPOSURE_TEST],
  },
  {
    name: 'protection bears no loss',
    harm: 'the trading account goes without what its users lost, while the money for it lies beside',
    edits: [
      {
        file: CLOSING,
        find: "const protectedBy = min(taken.missing, draft.ledger.account(HOUSE, 'protection').available);",
        replace: 'const protectedBy = min(taken.missing, amount(0n));',
      },
    ],
    project: integration,
    tests: [EXPOSURE_TEST],
  },
  {
    name: 'stress of both realms',
    harm: 'what play money has open fills what the house may take of real money, or hides it',
    edits: [
      {
        file: EXPOSURE,
        find: '.filter((row) => row.realm === realm)',
        replace: '.filter((row) => row.realm.length > 0)',
      },
    ],
    project: unit,
    tests: ['server/domains/forex/rules/exposure.test.ts'],
  },
  {
    name: 'no limit in play money',
    harm: 'one demo account takes so much of a pair that the demo house refuses everybody else',
    edits: [
      {
        file: 'server/domains/forex/rules/placement.ts',
        find: "if (limit !== undefined) return err(refuse('POSITION_LIMIT'",
        replace: "if (limit !== undefined && order.realm === 'live') return err(refuse('POSITION_LIMIT'",
      },
    ],
    project: integration,
    tests: [EXPOSURE_TEST],
  },
  {
    name: 'capital leaves what it stands behind',
    harm: 'the owner takes the money that open positions may win',
    edits: [
      {
        file: 'server/domains/wallet/capital/rules.ts',
        find: 'return units > free ?',
        replace: 'return units > behind ?',
      },
    ],
    project: integration,
    tests: ['tests/integration/wallet/capital.test.ts'],
  },
  {
    name: 'young ticks let go',
    harm: 'ticks of today are deleted',
    edits: [
      {
        file: 'database/migrations/0064_ticks_that_came_too_late.sql',
        find: 's.last_received_time) - 2592000000,',
        replace: 's.last_received_time),',
      },
    ],
    project: integration,
    tests: ['tests/integration/log/retention.test.ts'],
  },
  {
    name: 'the tick behind margin and fee let go',
    harm: 'nobody can check any more what a position was charged when it was accepted',
    edits: [
      {
        file: 'database/migrations/0064_ticks_that_came_too_late.sql',
        find: '(VALUES (o.placed_rate_tick), (o.open_tick),',
        replace: '(VALUES (o.open_tick),',
      },
    ],
    project: integration,
    tests: ['tests/integration/log/retention.test.ts'],
  },
  {
    name: 'sessions outlive their user',
    harm: 'the token of a removed user still opens something',
    edits: [
      {
        file: 'server/domains/accounts/removal-table.ts',
        find: 'WHERE user_id = ANY($1::bigint[]) AND revoked_time IS NULL`',
        replace: 'WHERE user_id = ANY($1::bigint[]) AND revoked_time IS NOT NULL`',
      },
    ],
    project: integration,
    tests: ['tests/integration/portfolio/removal.test.ts'],
  },
  {
    name: 'a later tick goes first',
    harm: 'who moves a stop is closed by what the order met later as it was before',
    edits: [{ file: TRIGGER_QUEUE, find: '      if (earlier) return true;\n', replace: '' }],
    project: integration,
    tests: ['tests/integration/trading/overtaking.test.ts'],
  },
  {
    name: 'a failed decision waits for the next tick',
    harm: 'one error of the database, and a stop-loss misses its price',
    edits: [{ file: TRIGGER_QUEUE, find: 'return failures < DECIDE_ATTEMPTS;', replace: 'return failures < 0;' }],
    project: integration,
    tests: ['tests/integration/trading/trading.test.ts'],
  },
  {
    name: 'a reading takes a commit back',
    harm: 'who looks at a position while it closes sees it open until the next rebuild',
    edits: [
      {
        file: 'server/domains/forex/figures.ts',
        find: 'orders: news.orders.reduce(withOrder, user.orders),',
        replace: 'orders: user.orders,',
      },
    ],
    project: integration,
    tests: ['tests/integration/trading/figures.test.ts'],
  },
  {
    name: 'decided for good',
    harm: 'what a rolled back batch had decided is overtaken by a later tick',
    edits: [
      { file: TRIGGER_QUEUE, find: 'if (due.decidedIn === batch &&', replace: 'if (due.decidedIn !== undefined &&' },
    ],
    project: unit,
    tests: ['server/trading/queue.test.ts'],
  },
  {
    name: 'a used code is good again',
    harm: 'who looks over a shoulder signs in to the console with the code that was just typed',
    edits: [
      {
        file: 'server/domains/staff/sign-in/factor-table.ts',
        find: 'AND last_step < $2',
        replace: 'AND last_step <= $2',
      },
    ],
    project: integration,
    tests: ['tests/integration/staff/sign-in.test.ts'],
  },
  {
    name: 'a one-time link is good twice',
    harm: 'who finds a link in a history joins as the member who used it, and ends what they sign in with',
    edits: [
      {
        file: 'server/domains/staff/sign-in/joining.ts',
        find: 'if (!member || !(await useLink(tx, mac, clock.now()))) return',
        replace: 'if (!member || mac.length === 0) return',
      },
    ],
    project: integration,
    tests: ['tests/integration/staff/joining.test.ts'],
  },
  {
    name: 'an act beside its transaction',
    harm: 'a setting changes and nobody is written down for it',
    edits: [
      {
        file: 'server/platform/settings/announce.ts',
        find: '  await runAll(owner, insertActs([actOf(setting, version, before, actor)]));',
        replace:
          "  await owner.query('COMMIT');\n  await runAll(owner, insertActs([actOf(setting, version, before, actor)]));\n  await owner.query('BEGIN');",
      },
    ],
    project: integration,
    tests: ['tests/integration/acts/settings.test.ts'],
  },
  {
    name: 'a late commit is passed over',
    harm: 'an act of the staff never comes into the public log',
    edits: [
      {
        file: 'server/platform/acts/table.ts',
        find: 'WHERE idx IS NULL ORDER BY id LIMIT $1',
        replace:
          'WHERE idx IS NULL AND id > (SELECT coalesce(max(id), 0) FROM acts WHERE idx >= 0) ORDER BY id LIMIT $1',
      },
    ],
    project: integration,
    tests: ['tests/integration/acts/acts-log.test.ts'],
  },
  {
    name: 'standing before the lock',
    harm: 'an order that waited for a freeze is accepted behind it',
    edits: [{ file: 'server/domains/ledger/part.ts', find: '    locks: true,\n', replace: '' }],
    project: integration,
    tests: [FREEZE_TEST],
  },
  {
    name: 'a freeze leaves what waits',
    harm: 'a frozen account opens a position by an order of last week',
    edits: [{ file: 'server/main/wiring.ts', find: ', follows: broughtAbout }', replace: ' }' }],
    project: integration,
    tests: [FREEZE_TEST],
  },
  {
    name: 'a limit ends nothing',
    harm: 'an order of last week fills past the limit that its user set for the day',
    edits: [
      {
        file: 'server/domains/forex/rules/given-up.ts',
        find: 'for (const { realm, ownerId } of ledger?.journals ?? [])',
        replace: 'for (const { realm, ownerId } of ledger?.journals.slice(0, 0) ?? [])',
      },
    ],
    project: integration,
    tests: [OPENING_TEST],
  },
  {
    name: 'a limit ends what a tick has set off',
    harm: 'a user sees the price fall behind an order, reaches their own limit or takes a break, and the loss is gone',
    edits: [
      {
        file: 'server/domains/forex/rules/given-up.ts',
        find: "(state: ForexState, { userId }: ForexOrder): CancelCause | undefined =>\n  wordOf(withdrawnRefusal(state, userId, 'forex'));",
        replace: 'barredBy;',
      },
    ],
    project: integration,
    tests: ['tests/integration/trading/overtaking.test.ts'],
  },
  {
    name: 'cancelled without a word',
    harm: 'an order is gone, and nobody tells its user why',
    edits: [
      {
        file: 'server/domains/forex/rules/holds.ts',
        find: "  if (why !== 'user' && why !== 'reset') draft.tell(order, 'cancelled', { why });\n",
        replace: '',
      },
    ],
    project: integration,
    tests: [OPENING_TEST],
  },
  {
    name: 'a notice that is not kept',
    harm: 'what happened while nobody looked is told to nobody',
    edits: [
      {
        file: 'server/platform/commands/books.ts',
        find: '        ...writeNotices(state.notices, state.newId),\n',
        replace: '',
      },
    ],
    project: integration,
    tests: ['tests/integration/notices/notices.test.ts'],
  },
  {
    name: 'one key for every file',
    harm: 'whoever has the bytes of a document reads it without its key',
    edits: [
      {
        file: 'server/platform/files/sealing.ts',
        find: 'const key = entropy.bytes(KEY_BYTES);',
        replace: 'const key = new Uint8Array(KEY_BYTES);',
      },
    ],
    project: unit,
    tests: ['server/platform/files/sealing.test.ts'],
  },
  {
    name: 'support freezes like compliance',
    harm: 'a call centre locks money for two weeks',
    edits: [{ file: FREEZE, find: "role !== 'support' && ", replace: '' }],
    project: integration,
    tests: [FREEZE_TEST],
  },
  {
    name: 'one person confirms',
    harm: 'a freeze that one member set for ever, by setting it twice',
    edits: [{ file: FREEZE, find: 'before.by === next.by || ', replace: '' }],
    project: integration,
    tests: [FREEZE_TEST],
  },
  {
    name: 'fees are no loss',
    harm: "a user's own limit of a day is passed by what orders cost",
    edits: [
      {
        file: DAYS,
        find: 'FILTER (WHERE j.reason BETWEEN 10 AND 29)',
        replace: 'FILTER (WHERE j.reason BETWEEN 13 AND 29)',
      },
    ],
    project: integration,
    tests: [OPENING_TEST],
  },
  {
    name: 'leverage of elsewhere',
    harm: 'a resident of the European Union trades coins with fifty times their money',
    edits: [
      {
        file: 'server/domains/forex/rules/placement.ts',
        find: 'offeredPair(listed, offerOf(state, placement.userId))',
        replace: 'offerOf(state, placement.userId) && listed',
      },
    ],
    project: integration,
    tests: [OPENING_TEST],
  },
  {
    name: 'maker is checker',
    harm: 'one person of the staff does alone what takes two',
    edits: [
      {
        file: 'server/domains/staff/proposals/rules.ts',
        find: "if (checker.id === maker) return refuse('OWN_WORK');",
        replace: '',
      },
    ],
    project: integration,
    tests: ['tests/integration/staff/proposals.test.ts'],
  },
  {
    name: 'an act of its own',
    harm: 'what the staff did stands, and the act that says so is lost',
    edits: [
      {
        file: 'server/domains/staff/proposals/commands.ts',
        find: 'await sendActs(tx, [decidedAct(proposal, decision), ...effect.value.acts]);',
        replace:
          'await this.#options.db.connect().then(async (own) => { await sendActs(own, [decidedAct(proposal, decision), ...effect.value.acts]).catch(() => {}); own.release(); });',
      },
    ],
    project: integration,
    tests: ['tests/integration/staff/proposals.test.ts'],
  },
  {
    name: 'bytes outlive their row',
    harm: 'a sweep that dies leaves images of identities in the folder for ever',
    edits: [
      {
        file: 'server/platform/files/files.ts',
        find: '      for (const { id, place } of unwanted) await this.#store(place).delete(id);\n',
        replace: '',
      },
      {
        file: 'server/platform/files/files.ts',
        find: '      removed += unwanted.length;',
        replace:
          '      for (const { id, place } of unwanted) await this.#store(place).delete(id);\n      removed += unwanted.length;',
      },
    ],
    project: integration,
    tests: ['tests/integration/files/files.test.ts'],
  },
  {
    name: 'a verification is decided twice',
    harm: 'one member rejects and another accepts: the user is told both',
    edits: [
      {
        file: 'server/domains/verification/rules.ts',
        find: "  if (verification.status !== 1) return err(refuse('ALREADY_DECIDED'));\n",
        replace: '',
      },
    ],
    project: unit,
    tests: ['server/domains/verification/rules.test.ts'],
  },
  {
    name: 'a verification is accepted unseen',
    harm: 'a click verifies a stranger, or a whole queue of them',
    edits: [
      {
        file: 'server/domains/verification/rules.ts',
        find: "  if (decision.accept && !looked) return err(refuse('IMAGES_UNSEEN'));\n",
        replace: '',
      },
    ],
    project: unit,
    tests: ['server/domains/verification/rules.test.ts'],
  },
  {
    name: 'a lock that lapsed is set again by one person',
    harm: 'support locks a user out of their money for ever, a day at a time',
    edits: [
      {
        file: 'server/domains/staff/freezes/commands.ts',
        find: "if (right === 'propose' || (await lapsedLocks(this.#options.db, asked)).length > 0)",
        replace: "if (right === 'propose')",
      },
    ],
    project: integration,
    tests: ['tests/integration/standing/freeze.test.ts'],
  },
  {
    name: "a stranger's image",
    harm: 'who knows the name of an upload uses the image of somebody else',
    edits: [
      {
        file: 'server/platform/files/table.ts',
        find: 'const USABLE = `owner_id = $2 AND state',
        replace: 'const USABLE = `$2::bigint IS NOT NULL AND state',
      },
    ],
    project: integration,
    tests: ['tests/integration/files/files.test.ts'],
  },
  {
    name: 'decoder in the trading process',
    harm: 'an image that crashes its decoder, or never ends, takes trading with it',
    edits: [
      {
        file: 'server/images/decoder.ts',
        find: '(bytes, format) => runAlone(clock, bytes, format)',
        replace: `async (bytes) => {
    void clock;
    const picture = (await import('sharp')).default(bytes).jpeg();
    const { data, info } = await picture.toBuffer({ resolveWithObject: true });
    return Buffer.concat([Buffer.from(\`{"width":\${info.width},"height":\${info.height}}\\n\`), data]);
  }`,
      },
    ],
    project: integration,
    tests: ['tests/integration/images/own-process.test.ts'],
  },
  {
    name: 'notices of everybody',
    harm: "a user reads what happened on another's account",
    edits: [
      {
        file: 'server/platform/notices/table.ts',
        find: 'WHERE user_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3',
        replace: 'WHERE $1::bigint > 0 AND id < $2 ORDER BY id DESC LIMIT $3',
      },
    ],
    project: integration,
    tests: ['tests/integration/notices/notices.test.ts'],
  },
  {
    name: 'reset without revoke',
    harm: 'whoever has stolen a session keeps it when its owner chooses a new password',
    edits: [
      {
        file: 'server/domains/accounts/passwords/changing.ts',
        find: '      end(await endSessions(tx, userId));\n',
        replace: '',
      },
    ],
    project: integration,
    tests: ['tests/integration/signing-in/passwords.test.ts'],
  },
  {
    name: 'factor reused at a sign-in',
    harm: 'whoever looks over a shoulder signs in with the same code',
    edits: [
      {
        file: 'server/domains/accounts/factors/showing.ts',
        find: "((await takeStep(tx, userId, step)) ? undefined : refuse('FACTOR_USED'))",
        replace: '((await takeStep(tx, userId, step)) ? undefined : undefined)',
      },
    ],
    project: integration,
    tests: ['tests/integration/signing-in/second-step.test.ts'],
  },
  {
    name: 'a name for every try',
    harm: 'a letter that was cut off after it was taken comes twice, and no mail server can tell',
    edits: [
      {
        file: 'server/platform/mail/smtp.ts',
        find: "headers: { 'auto-submitted': 'auto-generated', ...headers },",
        replace: "headers: { 'auto-submitted': 'auto-generated', ...headers }, ...{ messageId: undefined },",
      },
    ],
    project: integration,
    tests: ['tests/integration/mail/mail.test.ts'],
  },
  {
    name: 'standing not read',
    harm: 'a stake takes its user past the limit that they have set for the day',
    edits: [
      {
        file: MICRO,
        find: 'stakeRefusal(stake.value, available) ?? lossRefusal(state, userId, stake.value);',
        replace: 'stakeRefusal(stake.value, available);',
      },
    ],
    project: integration,
    tests: ['tests/integration/protection/limits.test.ts'],
  },
  {
    name: 'code not consumed',
    harm: 'whoever has seen a code once uses it again in its ten minutes',
    edits: [
      {
        file: REGISTERING,
        find: "if (shown.codeId !== undefined && !(await codes.use(tx, shown.codeId))) return err(refuse('CODE_WRONG'));",
        replace: 'void codes;',
      },
    ],
    project: integration,
    tests: [REGISTERING_TEST],
  },
  {
    name: 'name check before code',
    harm: 'anybody asks by the form of registering who has an account',
    edits: [
      {
        file: REGISTERING,
        find: 'const shown = await this.#judge(one, input.key, context);',
        replace:
          "if (await findLogin(db, one.name)) return err(refuse('ACCOUNT_TAKEN'));\n    const shown = await this.#judge(one, input.key, context);",
      },
    ],
    project: integration,
    tests: [REGISTERING_TEST],
  },
  {
    name: 'answer differs for unknown accounts',
    harm: 'anybody asks for a code to reset who has an account',
    edits: [
      {
        file: 'server/domains/accounts/registering/asking.ts',
        find: 'const held = await findName(db, to.value.name);',
        replace:
          "const held = await findName(db, to.value.name);\n  if (!held && input.type === '2') return err(refuse('ACCOUNT_MALFORMED'));",
      },
    ],
    project: integration,
    tests: [REGISTERING_TEST],
  },
  {
    name: 'a step-up ignored',
    harm: 'whoever holds a stolen session for a moment takes the second factor away',
    edits: [
      {
        file: 'server/domains/accounts/factors/guarded.ts',
        find: "return elevation ? stepUpRefusal(elevation, nowMs) : refuse('SESSION_EXPIRED');",
        replace: "return elevation ? undefined : refuse('SESSION_EXPIRED');",
      },
    ],
    project: integration,
    tests: ['tests/integration/factors/step-up.test.ts'],
  },
  {
    name: 'a code that confirms twice',
    harm: 'whoever looks over a shoulder confirms with the code that was just typed',
    edits: [
      {
        file: 'server/domains/accounts/factors/factor-table.ts',
        find: 'removed_time IS NULL AND last_step < $2',
        replace: 'removed_time IS NULL AND last_step <= $2',
      },
    ],
    project: integration,
    tests: ['tests/integration/factors/step-up.test.ts'],
  },
  {
    name: 'wrong codes forgiven by a used one',
    harm: 'whoever saw one code of an open session guesses on until it is over, without any wait',
    edits: [
      {
        file: 'server/domains/accounts/factors/step-up.ts',
        find: 'if (elevated.ok && isCounted(shown.method)) await',
        replace: 'if (isCounted(shown.method)) await',
      },
    ],
    project: integration,
    tests: ['tests/integration/factors/step-up.test.ts'],
  },
  {
    name: 'what is personal kept for the next user',
    harm: 'whoever signs in after somebody reads their limits, their sessions and their name',
    edits: [
      {
        file: 'web/transport/query.ts',
        find: 'predicate: ({ queryKey }) => !PUBLIC.has(queryKey[0]) });',
        replace: "predicate: ({ queryKey }) => !PUBLIC.has(queryKey[0]) && String(queryKey[0]).endsWith('s') });",
      },
    ],
    project: unit,
    tests: ['web/transport/query.test.ts'],
  },
  {
    name: "everybody's sessions listed",
    harm: 'whoever is signed in reads from where and by which browsers all others are',
    edits: [
      {
        file: 'server/domains/accounts/signing-in/session-table.ts',
        find: 'WHERE user_id = $1 AND revoked_time IS NULL AND last_used_time > $2',
        replace: 'WHERE $1::bigint > 0 AND revoked_time IS NULL AND last_used_time > $2',
      },
    ],
    project: security,
    tests: [STRANGERS_TEST],
  },
  {
    name: 'a passkey named in the log',
    harm: 'whoever reads the log learns what people call their things',
    edits: [
      {
        file: 'server/domains/accounts/signing-in/by-passkey.ts',
        find: 'passkey, use);',
        replace: 'passkey, use);\n    logger.info({}, passkey.label);',
      },
    ],
    project: security,
    tests: [STRANGERS_TEST],
  },
  {
    name: 'a withdrawal asked for without holding its amount',
    harm: 'who asks twice takes twice what they have',
    edits: [
      {
        file: 'server/domains/wallet/withdrawals/rules.ts',
        find: 'change: { ledger, wallet: { withdrawals: [withdrawal] } }',
        replace: 'change: { wallet: { withdrawals: [withdrawal] } }',
      },
    ],
    project: unit,
    tests: ['server/domains/wallet/withdrawals/rules.test.ts'],
  },
  {
    name: 'a withdrawal taken back after its approval',
    harm: 'the money is paid out and back in the account',
    edits: [
      {
        file: 'server/domains/wallet/withdrawals/rules.ts',
        find: "withdrawal.status !== 'waiting') return err(refuse('WITHDRAWAL_NOT_WAITING'))",
        replace: "withdrawal.status === 'paid') return err(refuse('WITHDRAWAL_NOT_WAITING'))",
      },
    ],
    project: unit,
    tests: ['server/domains/wallet/withdrawals/rules.test.ts'],
  },
  {
    name: 'a large withdrawal split into small ones',
    harm: 'one person lets go what takes two',
    edits: [
      {
        file: 'server/domains/wallet/withdrawals/rules.ts',
        find: 'asked + number.value >= limits.twoPeople',
        replace: 'number.value >= limits.twoPeople',
      },
    ],
    project: unit,
    tests: ['server/domains/wallet/withdrawals/rules.test.ts'],
  },
  {
    name: 'one person counted as two',
    harm: 'one person lets a large sum go',
    edits: [
      {
        file: 'server/domains/wallet/withdrawals/staff-rules.ts',
        find: "  if (hasApproved(state, id, by.staffId)) return err(refuse('OWN_WORK'));\n",
        replace: '',
      },
    ],
    project: unit,
    tests: ['server/domains/wallet/withdrawals/rules.test.ts'],
  },
  {
    name: 'an approver pays what takes two',
    harm: 'two people do what three must',
    edits: [
      {
        file: 'server/domains/wallet/withdrawals/staff-rules.ts',
        find: 'approvalsNeeded === 2 && hasApproved(state, id, staffId)',
        replace: 'approvalsNeeded > 2 && hasApproved(state, id, staffId)',
      },
    ],
    project: unit,
    tests: ['server/domains/wallet/withdrawals/rules.test.ts'],
  },
  {
    name: 'a rejected withdrawal stays held',
    harm: 'its user’s money is nobody’s',
    edits: [
      {
        file: 'server/domains/wallet/withdrawals/staff-rules.ts',
        find: "    ledger: movedBy(state, withdrawal, {\n      type: 'withdrawal_rejected',\n      key: by.key,\n      postings: freed(withdrawal),\n    }),\n",
        replace: '',
      },
    ],
    project: unit,
    tests: ['server/domains/wallet/withdrawals/rules.test.ts'],
  },
  {
    name: 'the fee of a withdrawal is taken at the request and at the payment',
    harm: 'whoever withdraws pays the fee twice',
    edits: [
      {
        file: 'server/domains/wallet/withdrawals/rules.ts',
        find: "    postings: [{ ownerId: userId, kind: 'change', available: -withdrawal.number, locked: withdrawal.number }],",
        replace:
          "    postings: [{ ownerId: userId, kind: 'change', available: amount(-withdrawal.number - withdrawal.fee), locked: withdrawal.number }, { ownerId: 0n, kind: 'fees', available: withdrawal.fee }],",
      },
    ],
    project: unit,
    tests: ['server/domains/wallet/withdrawals/rules.test.ts'],
  },
  {
    name: 'a new destination rests by the server’s clock',
    harm: 'a server whose clock is a day ahead lets a thief withdraw at once',
    edits: [
      {
        file: 'server/domains/wallet/withdrawals/rules.ts',
        find: 'return state.accounts.standing(userId).nowMs < found.usableTime',
        replace: 'return state.market.nowMs < found.usableTime',
      },
    ],
    project: unit,
    tests: ['server/domains/wallet/withdrawals/rules.test.ts'],
  },
  {
    name: 'a failed proof of client money pauses nothing',
    harm: 'money of some users is paid to others',
    edits: [
      {
        file: 'server/domains/wallet/withdrawals/staff-rules.ts',
        find: "  return wallet.paused ? refuse('WITHDRAWALS_PAUSED') : undefined;",
        replace: '  return undefined;',
      },
    ],
    project: unit,
    tests: ['server/domains/wallet/withdrawals/rules.test.ts'],
  },
  {
    name: 'the proof of client money forgets what is approved',
    harm: 'the pool seems to hold what it has promised to pay',
    edits: [
      {
        file: 'server/domains/wallet/client-money/rules.ts',
        find: 'users + withdrawals + receipts;',
        replace: 'users + receipts;',
      },
    ],
    project: unit,
    tests: ['server/domains/wallet/client-money/rules.test.ts'],
  },
  {
    name: 'one person frees what may have been sent',
    harm: 'the same money is paid and given back',
    edits: [
      {
        file: 'server/domains/wallet/withdrawals/staff-rules.ts',
        find: '  if (nothingSentBy === undefined) {',
        replace: '  if (nothingSentBy === undefined && claimedBy === undefined) {',
      },
    ],
    project: unit,
    tests: ['server/domains/wallet/withdrawals/rules.test.ts'],
  },
  {
    name: 'a taken name registers again',
    harm: 'somebody is a user without a name, and can never come back',
    edits: [
      {
        file: REGISTERING,
        find: `    if (!(await insertName(tx, { userId, kind: one.kind, name: one.name, verifiedTime })))
      return err(refuse('ACCOUNT_TAKEN'));
`,
        replace: '    await insertName(tx, { userId, kind: one.kind, name: one.name, verifiedTime });\n',
      },
    ],
    project: unit,
    tests: [PEOPLE_TEST],
  },
  {
    name: 'a retry makes a second user',
    harm: 'whoever lost an answer and asks again has two accounts, and one of them is out of reach',
    edits: [
      {
        file: REGISTERING,
        find: "keyOf(0n, storedKey(secret), 'register', {})",
        replace: "keyOf(0n, storedKey(toHex(entropy.bytes(SALT_BYTES))), 'register', {})",
      },
      {
        file: REGISTERING,
        find: "if (shown.codeId !== undefined && !(await codes.use(tx, shown.codeId))) return err(refuse('CODE_WRONG'));",
        replace: 'void codes;',
      },
      {
        file: REGISTERING,
        find: `    if (!(await insertName(tx, { userId, kind: one.kind, name: one.name, verifiedTime })))
      return err(refuse('ACCOUNT_TAKEN'));
`,
        replace: '    await insertName(tx, { userId, kind: one.kind, name: one.name, verifiedTime });\n',
      },
    ],
    project: unit,
    tests: [PEOPLE_TEST],
  },
  {
    name: 'a lost registration is told by nobody',
    harm: 'whoever lost the answer is told that their code is wrong, and cannot register either',
    edits: [
      {
        file: REGISTERING,
        find: 'if (!shown.ok) return this.#again(key, secret, one, shown.error);',
        replace: 'if (!shown.ok) return shown;',
      },
    ],
    project: unit,
    tests: [PEOPLE_TEST],
  },
  {
    name: 'an account short',
    harm: 'a user has no account for options, and no lock holds what concerns it',
    edits: [
      {
        file: REGISTERING,
        find: "const ACCOUNT_KINDS = ['change', 'forex', 'micro'] as const;",
        replace: "const ACCOUNT_KINDS = ['change', 'forex'] as const;",
      },
    ],
    project: unit,
    tests: [PEOPLE_TEST],
  },
  {
    name: 'verified and not known for it',
    harm: 'a user is told that they are verified, and everything that asks for it refuses them',
    edits: [
      {
        file: VERIFICATION,
        find: 'accounts: decision.accept ? { standing: [{ userId, set }] } : {},',
        replace: 'accounts: {},',
      },
    ],
    project: unit,
    tests: [PEOPLE_TEST],
  },
  {
    name: 'a document of another accepted',
    harm: "a user proves their name with the other side of somebody else's card",
    edits: [
      {
        file: SUBMITTING,
        find: 'if ((await lockUsable(tx, images, userId)).size < images.length)',
        replace: 'if ((await lockUsable(tx, images, userId)).size === 0)',
      },
      {
        file: SUBMITTING,
        find: "    assert(attached, 'images that are locked can be used');\n",
        replace: '    void attached;\n',
      },
    ],
    project: unit,
    tests: [PEOPLE_TEST],
  },
  {
    name: 'an acceptance that is no act',
    harm: 'whom a member has verified is not to be found among what the staff did',
    edits: [
      {
        file: VERIFICATION,
        find: "kind: decision.accept ? 'verification_accepted' : 'verification_rejected',\n        actor",
        replace: "kind: 'verification_rejected',\n        actor",
      },
    ],
    project: unit,
    tests: [PEOPLE_TEST],
  },
  {
    name: 'a deposit credited as what its user said',
    harm: 'whoever sends ten and says a thousand has a thousand',
    edits: [
      {
        file: CREDITING,
        find: 'creditOfCame(state, { ...deposit, method }, crediting);',
        replace:
          'creditOfCame(state, { ...deposit, method }, { ...crediting, came: { ...crediting.came, amount: deposit.number } });',
      },
    ],
    project: unit,
    tests: [DEPOSITS_TEST],
  },
  {
    name: 'whoever paid says alone that it came back',
    harm: 'one person keeps what they say they sent, and nobody complains',
    edits: [{ file: BACK, find: 'held || withdrawal.paidBy === staffId || ', replace: 'held || ' }],
    project: unit,
    tests: [BACK_TEST],
  },
  {
    name: 'a receipt that is not the only one',
    harm: 'one payment is credited to everybody who names it',
    edits: [
      {
        file: CREDITING,
        find: "  if (facts.isUsed || isTaken(state, credited.method, came.reference)) return err(refuse('RECEIPT_USED'));\n",
        replace: '',
      },
      {
        file: 'server/domains/wallet/columns.ts',
        find: "{ one_receipt: ['method', 'reference'] }",
        replace: '{}',
      },
    ],
    project: unit,
    tests: [DEPOSITS_TEST],
  },
  {
    name: 'whoever proposes a credit accepts it',
    harm: 'one person credits what takes two',
    edits: [
      {
        file: 'server/domains/staff/proposals/rules.ts',
        find: "  if (checker.id === maker) return refuse('OWN_WORK');\n",
        replace: '',
      },
      {
        file: 'tests/simulation/memory/wallet-tables.ts',
        find: '    four_eyes: (row) => isNull(row.checker) || row.checker !== row.maker,\n',
        replace: '',
      },
    ],
    project: unit,
    tests: [DEPOSITS_TEST],
  },
  {
    name: 'a deposit credited by a stale rate',
    harm: 'whoever waits for a quote that hangs is credited by yesterday’s price',
    edits: [
      {
        file: 'server/domains/wallet/rates.ts',
        find: "if (!tick || !(closed || state === 'open') || market.nowMs - tick.receivedTime > CLOSED_MS)",
        replace: 'if (!tick)',
      },
    ],
    project: unit,
    tests: [DEPOSITS_TEST],
  },
  {
    name: 'money that goes back is credited',
    harm: 'the same money is sent back and in an account',
    edits: [
      {
        file: CREDITING,
        find: "if (receipt?.state !== 'free' || facts.free !== id",
        replace: "if (receipt?.state === 'matched' || !receipt || facts.free !== id",
      },
      {
        file: 'server/domains/wallet/deposits/staff-table.ts',
        find: "AND reference = $3 AND state = 'free') AS free",
        replace: "AND reference = $3 AND state IN ('free', 'returning')) AS free",
      },
      {
        file: 'tests/simulation/memory/deposits.ts',
        find: "same.find((row) => row.state === 'free')",
        replace: "same.find((row) => row.state === 'free' || row.state === 'returning')",
      },
      {
        file: 'tests/simulation/memory/wallet-tables.ts',
        find: "becomes === 'returning free' ||",
        replace: "becomes === 'returning free' ||\n      becomes === 'returning matched' ||",
      },
    ],
    project: unit,
    tests: [DEPOSITS_TEST],
  },
  {
    name: 'a journal needs no cause',
    harm: "whoever stole the app's role books money from outside to a user",
    edits: [{ file: CAUSES, find: 'IF groundless IS NOT NULL THEN', replace: 'IF groundless < 0 THEN' }],
    project: security,
    tests: [STOLEN_TEST],
  },
  {
    name: 'a close is booked whatever its order says',
    harm: 'an order ends with a gain that no price gave',
    edits: [
      {
        file: CAUSES,
        find: 'CASE WHEN j.result >= 0 THEN j.moved = j.result AND',
        replace: 'CASE WHEN j.result >= 0 THEN j.moved >= j.result AND',
      },
    ],
    project: security,
    tests: [STOLEN_TEST],
  },
  {
    name: 'triggers are decided ahead of the log',
    harm: 'after a restart the ticks that come then set off no stop',
    edits: [
      {
        file: 'database/migrations/0052_ticks_and_exposure.sql',
        find: 'IF evaluated >= from_size THEN',
        replace: 'IF evaluated >= from_size + 9000000000 THEN',
      },
    ],
    project: security,
    tests: [STOLEN_TEST],
  },
  {
    name: 'a transfer ignores the floating loss',
    harm: 'somebody takes out what their open position has lost, and the house bears it',
    edits: [
      {
        file: TRANSFERS,
        find: 'const free = min(freeMargin, account.available);',
        replace: 'const free = max(freeMargin, account.available);',
      },
    ],
    project: unit,
    tests: ['server/domains/portfolio/transfers.test.ts'],
  },
  {
    name: 'a transfer ignores what is held',
    harm: 'the margin of an open position leaves with the rest, and nothing bears its loss',
    edits: [
      {
        file: TRANSFERS,
        find: 'const free = min(freeMargin, account.available);',
        replace: 'const free = min(netValue, amount(account.available + account.locked));',
      },
    ],
    project: unit,
    tests: ['server/domains/portfolio/transfers.test.ts'],
  },
  {
    name: 'a transfer overtakes the stop-out',
    harm: 'what a stop-out reckons with is gone when it is decided, and the house bears the rest',
    edits: [{ file: TRANSFERS, find: '(active.length > 0 && forex.isJudged(userId))', replace: 'active.length > 200' }],
    project: integration,
    tests: ['tests/integration/portfolio/transfers.test.ts'],
  },
  {
    name: 'a later version keeps no words',
    harm: 'what was corrected is found by nobody',
    edits: [
      {
        file: 'server/domains/content/staff-table.ts',
        find: 'await insertWords(tx, { ...one, version });',
        replace: 'if (version === 1) await insertWords(tx, { ...one, version });',
      },
    ],
    project: integration,
    tests: ['tests/integration/content/search.test.ts'],
  },
  {
    name: 'a version that is not read is found',
    harm: 'what was withdrawn or is a draft yet tells by a search what it says',
    edits: [
      {
        file: 'server/domains/content/rules.ts',
        find: 'item.texts.get(lang)?.version !== version',
        replace: 'item.texts.get(lang)?.version === version + 9000',
      },
    ],
    project: integration,
    tests: ['tests/integration/content/search.test.ts'],
  },
  {
    name: 'an attribute is not escaped',
    harm: "what an editor writes of a picture becomes an event handler in whatever shows the documents' HTML",
    edits: [
      {
        file: 'server/domains/content/html.ts',
        find: 'escaped(block.attrs.alt)',
        replace: 'block.attrs.alt',
      },
    ],
    project: unit,
    tests: ['server/domains/content/html.test.ts'],
  },
  {
    name: 'a text is not escaped',
    harm: "what an editor types becomes an element in whatever shows the documents' HTML",
    edits: [
      {
        file: 'server/domains/content/html.ts',
        find: 'marked(escaped(part.text), part.marks)',
        replace: 'marked(part.text, part.marks)',
      },
    ],
    project: unit,
    tests: ['server/domains/content/html.test.ts'],
  },
  {
    name: 'a picture of elsewhere',
    harm: "a stranger's server learns who reads which announcement, and shows there what it likes",
    edits: [
      {
        file: 'contract/rich-text.ts',
        find: 'src: z.string().regex(PICTURE_ID),',
        replace: 'src: z.string(),',
      },
    ],
    project: unit,
    tests: ['contract/rich-text.test.ts'],
  },
  {
    name: 'Chinese before English',
    harm: 'whoever reads neither is shown the one that fewer people can read',
    edits: [
      {
        file: 'server/domains/content/rules.ts',
        find: "['en', 'hk', ...LANGUAGES",
        replace: "['hk', 'en', ...LANGUAGES",
      },
    ],
    project: unit,
    tests: ['server/domains/content/rules.test.ts'],
  },
  {
    name: 'announcements are unread by a clock',
    harm: 'what was read is told again, and what came while a clock was wrong is never told',
    edits: [
      {
        file: 'server/domains/content/routes.ts',
        find: 'found.filter((item) => !hasRead(read, item))',
        replace: 'found.filter(({ publishTime }) => publishTime > Date.now() - 86_400_000)',
      },
    ],
    project: integration,
    tests: ['tests/integration/content/content.test.ts'],
  },
  {
    name: 'answers are unread by a clock',
    harm: 'an answer in the chat is told to nobody',
    edits: [
      {
        file: 'server/domains/support/chat/table.ts',
        find: '.user_id AND m.seq > ',
        replace: '.user_id AND m.time > ',
      },
    ],
    project: integration,
    tests: ['tests/integration/support/chat.test.ts'],
  },
  {
    name: 'closing only is left to the app',
    harm: 'an old app, or a program, opens orders and reports deposits while nobody should',
    edits: [
      {
        file: 'server/edge/http/call.ts',
        find: "endpoint.whileClosing === 'refused' ? closingOnly() : undefined",
        replace: 'endpoint.whileClosing === undefined ? closingOnly() : undefined',
      },
    ],
    project: security,
    tests: ['tests/security/closing-only.test.ts'],
  },
  {
    name: 'not served here leaves the entrance open',
    harm: 'where the law forbids it, orders are opened all the same',
    edits: [
      {
        file: 'contract/service-status.ts',
        find: 'status === 2 || status === 3',
        replace: 'status === 2',
      },
    ],
    project: unit,
    tests: ['server/domains/accounts/service-status.test.ts'],
  },
  {
    name: 'a secret in other signs is kept',
    harm: 'a password or the words of a wallet, typed in letters that look like ours, lie in the database',
    edits: [
      {
        file: 'server/domains/support/chat/look-alikes.ts',
        find: 'LOOK.get(one) ?? one',
        replace: 'one',
      },
    ],
    project: unit,
    tests: ['server/domains/support/chat/safety.test.ts'],
  },
  {
    name: 'a joiner lets towers of marks pass',
    harm: 'one line of a nickname or the chat covers the lines around it',
    edits: [
      {
        file: 'kernel/typed-line.ts',
        find: '/((?:\\p{M}[\\u200c\\u200d]?){3}\\p{M})[\\p{M}\\u200c\\u200d]*\\p{M}/gu',
        replace: '/(\\p{M}{4})\\p{M}+/gu',
      },
    ],
    project: unit,
    tests: ['server/domains/support/chat/safety.test.ts'],
  },
  {
    name: 'an editor turns a line round',
    harm: 'an amount or a date of an announcement is read the other way round',
    edits: [
      {
        file: 'server/domains/content/draft.ts',
        find: 'readRichText(JSON.stringify(seenOf(body.value)))',
        replace: 'readRichText(JSON.stringify(body.value))',
      },
    ],
    project: unit,
    tests: ['server/domains/content/draft.test.ts'],
  },
  {
    name: 'a link that nobody was sent ends news',
    harm: "whoever counts through the users' ids takes all of them off the list",
    edits: [
      {
        file: 'server/domains/accounts/telling/news-stop.ts',
        find: 'return isOurs ? userId : undefined;',
        replace: 'return isOurs || told.length > 0 ? userId : undefined;',
      },
    ],
    project: integration,
    tests: ['tests/integration/content/telling.test.ts'],
  },
  {
    name: 'news to who did not ask',
    harm: 'letters that nobody wanted, and a mail server that takes no others of ours any more',
    edits: [
      {
        file: 'server/domains/accounts/telling/news-table.ts',
        find: "coalesce((p.notify -> 'news' ->> 'mail')::boolean, false) AND",
        replace: "coalesce((p.notify -> 'news' ->> 'mail')::boolean, true) AND",
      },
    ],
    project: integration,
    tests: ['tests/integration/content/telling.test.ts'],
  },
  ...LENT_BUGS,
  ...COPY_BUGS,
];
