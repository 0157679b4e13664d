// What users ask about where their money may go. Binding is a record write: it moves nothing. Taking away goes through the pipeline, because a
// withdrawal may be asked for at the same moment.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keyOf } from '../../../platform/commands/key.ts';
import { ownCommand } from '../../../platform/commands/request.ts';
import type { PoolClient } from '../../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import { freezeOf, readStanding } from '../../accounts/index.ts';
import { lockOwners } from '../../ledger/index.ts';
import type { WalletOptions } from '../options.ts';
import { ownersOf } from '../own-addresses/table.ts';
import { openDetails, placeMacs, placeMark, sealDetails } from './details.ts';
import { decideRemoval, isOfTerms, MOST, REST_MS, type ReadDestination, readDestination } from './rules.ts';
import { boundDestinations, countBound, findDestinations, insertDestination } from './table.ts';
import { destinationView } from './views.ts';

type View = AnswerOf<'bind_draw_method'>;

export class DestinationCommands {
  readonly #options: WalletOptions;

  constructor(options: WalletOptions) {
    this.#options = options;
  }

  async list(
    { draw_type, draw_id }: ParsedOf<'get_draw_method'>,
    context: RequestContext,
  ): Promise<AnswerOf<'get_draw_method'>> {
    const { reads, keys, settings } = this.#options;
    const { currencies } = settings();
    const rows = await boundDestinations(reads(), userOf(context).userId, draw_type === '1' ? 'coin' : 'bank');
    const asked = currencies.find(({ id }) => String(id) === draw_id);
    const wanted = rows.filter((row) => draw_id === '' || (asked && isOfTerms(row, asked)));
    return wanted.map((row) => destinationView(row, openDetails(keys, row), currencies));
  }

  async bind(typed: ParsedOf<'bind_draw_method'>, context: RequestContext): Promise<Result<View, Refusal>> {
    const { keys, settings, records, db } = this.#options;
    const { userId } = userOf(context);
    const read = readDestination(typed, settings());
    if (!read.ok) return read;
    // Neither the place nor anybody's name has a part in what is kept of the call: a MAC stands for it.
    const { type, draw_id, label, owner, wallet_kind } = typed;
    const body = { type, draw_id, label, owner, wallet_kind, place: placeMark(keys, read.value.place) };
    const done = await records.write({
      key: keyOf(userId, context.key, 'bind_draw_method', body),
      act: (tx) => this.#bind(tx, userId, read.value),
    });
    if (!done.ok) return done;
    const id = parseId(String(done.value.id)) ?? 0n;
    const row = (await findDestinations(db, [id])).get(id);
    if (!row) return err(refuse('DESTINATION_UNKNOWN'));
    return ok(destinationView(row, openDetails(keys, row), settings().currencies));
  }

  async #bind(tx: PoolClient, userId: bigint, { place, details, ...read }: ReadDestination) {
    const { keys, newId } = this.#options;
    // One after the other for a user: how many there are is known for certain.
    await lockOwners(tx, [userId], []);
    const standing = await readStanding(tx, userId);
    const freeze = standing && freezeOf(standing, 'withdrawals');
    // Its day of rest would be over by the time that it is lifted.
    if (freeze) return err(refuse('FROZEN', { reason: freeze.reason }));
    // Nobody's own deposit address either, whoever they are: it would go out and come back in.
    if ((await ownersOf(tx, [place.address])).size > 0) return err(refuse('INPUT_INVALID', { field: 'dc_address' }));
    const macs = placeMacs(keys, place);
    const { count, isBound } = await countBound(tx, userId, macs);
    if (isBound) return err(refuse('DESTINATION_TWICE'));
    if (count >= MOST) return err(refuse('DESTINATIONS_MANY', { max: String(MOST) }));
    const id = newId();
    const { address, tag } = place;
    const detailsSealed = sealDetails(keys, { id, userId }, details);
    await insertDestination(tx, { ...read, id, userId, address, tag, detailsSealed, placeMac: macs[0] }, REST_MS);
    return ok({ id: String(id) });
  }

  async remove(
    input: ParsedOf<'del_draw_method'>,
    context: RequestContext,
  ): Promise<Result<Record<string, never>, Refusal>> {
    const id = parseId(input.id) ?? 0n;
    const { userId } = userOf(context);
    const outcome = await this.#options.submit({
      ...ownCommand({ endpoint: 'del_draw_method', input, context }),
      ...{ looksAt: ['wallet'], names: { wallet: [id] } },
      decide: (state) => {
        const decided = decideRemoval(state, { id, userId });
        return decided.ok ? ok({ change: decided.value, answer: {} }) : decided;
      },
    });
    return outcome.ok ? ok({}) : outcome;
  }
}
