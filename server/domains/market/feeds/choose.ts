// Which feed a start gets. `auto` decides once for a database: the live source where it answers in time, else the simulation.

import type { Pair } from '@fairtick/engine/types';
import type { Clock } from '@fairtick/kernel/clock';
import type { Random } from '@fairtick/kernel/random';
import { ok, type Result } from '@fairtick/kernel/result';
import type { Feed, LastPrice } from '../feed.ts';
import { KRAKEN_URL, KrakenFeed } from './kraken.ts';
import { BUNDLED_RECORDINGS, openReplay } from './replay.ts';
import { SimulatedFeed } from './simulated.ts';

export interface FeedChoice {
  readonly feed: 'auto' | 'kraken' | 'replay' | 'simulated';
  /** The bundled recording when undefined. */
  readonly replayDir: string | undefined;
  readonly replaySpeed: number;
  /** undefined: prices that nobody can foretell. */
  readonly seed: number | undefined;
  readonly simHours: 'always' | 'market';
  /** The source that the operator leaves for good, where they do. */
  readonly leaves: string | undefined;
  /** Kraken's own address unless a test or a proxy stands in. */
  readonly krakenUrl?: string;
}

export interface FeedParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly pairs: readonly Pair[];
  readonly last: ReadonlyMap<string, LastPrice>;
  /** The source that the log is of; undefined while it is empty. */
  readonly known: string | undefined;
  /** Sentences for the operator: what was chosen, what was left out. */
  readonly note: (sentence: string) => void;
}

const REACHABLE_WITHIN_MS = 2_500;

/** Errors are one sentence that names the setting. */
export async function chooseFeed(choice: FeedChoice, parts: FeedParts): Promise<Result<Feed, string>> {
  switch (choice.feed) {
    case 'kraken':
      return ok(krakenFeed(choice, parts));
    case 'simulated':
      return ok(simulatedFeed(choice, parts));
    case 'replay':
      return replayFeed(choice, parts);
    case 'auto':
      return ok(await automaticFeed(choice, parts));
  }
}

/** A log that has a source stays with it, whether it answers or not. */
async function automaticFeed(choice: FeedChoice, parts: FeedParts): Promise<Feed> {
  if (parts.known === 'simulated' && choice.leaves === undefined) return simulatedFeed(choice, parts);
  const kraken = krakenFeed(choice, parts);
  if (parts.known === 'kraken' && choice.leaves === undefined) {
    parts.note('Prices come from kraken, as all of this log.');
    return kraken;
  }
  if (await kraken.connect(REACHABLE_WITHIN_MS)) {
    parts.note('Prices come from kraken.');
    return kraken;
  }
  await kraken.stop();
  parts.note(
    'kraken does not answer: prices are simulated, and so they stay in this database (FEED_LEAVES=simulated leaves them).',
  );
  return simulatedFeed(choice, parts);
}

function krakenFeed({ krakenUrl = KRAKEN_URL }: FeedChoice, { pairs, clock, random }: FeedParts): KrakenFeed {
  return new KrakenFeed({ url: krakenUrl, pairs, clock, random });
}

function simulatedFeed({ seed, simHours }: FeedChoice, parts: FeedParts): SimulatedFeed {
  const { pairs, clock, last, random, note } = parts;
  note(
    seed === undefined
      ? 'Prices are simulated, by chance that nobody can foretell.'
      : `Prices are simulated, and whoever knows SEED=${seed} can foretell them.`,
  );
  return new SimulatedFeed({ seed, random, pairs, clock, hours: simHours, last });
}

async function replayFeed(choice: FeedChoice, parts: FeedParts): Promise<Result<Feed, string>> {
  const { pairs, clock, last, note } = parts;
  const folder = choice.replayDir ?? BUNDLED_RECORDINGS;
  const opened = await openReplay({ folder, speed: choice.replaySpeed, pairs, clock, last });
  if (opened.ok) for (const sentence of opened.value.notes) note(sentence);
  return opened;
}
