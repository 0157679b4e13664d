// Forges every good order in every way, has each forgery judged, and counts by what was forged.

import type { Evidence } from '../../independent/collect.ts';
import { type Given, type Good, type GoodOrder, goodOrders } from './good-orders.ts';
import { browserJudges, type Judged, scriptJudges } from './judges.ts';
import { forgeriesOf, type Json } from './walk.ts';
import { liesAbout } from './whole-lies.ts';

export interface Class {
  readonly name: string;
  forged: number;
  /** Called right by the browser. */
  held: number;
  /** Neither right nor wrong to the browser. */
  left: number;
  readonly checks: Map<string, number>;
  /** Of those that the script is asked about. */
  asked: number;
  believed: number;
  /** Examples of what was called right. */
  readonly how: Set<string>;
}

export interface ForgeOptions {
  readonly evidence: Evidence;
  readonly evidenceFile: string;
  /** Orders of each kind. */
  readonly orders: number;
  /** Of the forgeries of single values each so-manieth, one after the other over the orders; 1 for all. */
  readonly every?: number;
  readonly onNote?: (text: string) => void;
}

interface Tried {
  readonly order: GoodOrder;
  readonly given: Given;
  readonly name: string;
  readonly how: string;
  readonly judged: Judged;
}

export interface Result {
  readonly good: readonly { readonly kind: string; readonly judged: Judged }[];
  readonly classes: readonly Class[];
}

export async function forge({
  evidence,
  evidenceFile,
  orders: most,
  every = 1,
  onNote = () => {},
}: ForgeOptions): Promise<Result> {
  const all = goodOrders(evidence, most);
  const good: { kind: string; order: GoodOrder; judged: Judged }[] = [];
  for (const order of all.orders)
    good.push({ kind: order.kind, order, judged: await browserJudges(order, order.given) });
  // What is refused when it is true (an order that no tick has met yet) says nothing when it is forged.
  const right = good.filter(({ judged }) => judged.verdict !== 'caught');
  const tried: Tried[] = [];
  for (const [at, { order, judged }] of right.entries()) {
    const others = right.map((one) => one.order);
    tried.push(...(await forgeOne(order, judged.verdict, others, all, (place) => (place + at) % every === 0)));
    onNote(`${order.kind}: ${tried.length} forgeries so far`);
  }
  const asked = tried.filter(({ order, given }) => given.proof !== order.given.proof);
  const answers = await scriptJudges(evidenceFile, asked);
  const believed = new Map(asked.map((one, at) => [one, answers[at]?.length === 0]));
  return { good, classes: countedBy(tried, believed) };
}

async function forgeOne(
  order: GoodOrder,
  honest: Judged['verdict'],
  others: readonly GoodOrder[],
  { logs }: Good,
  isTaken: (place: number) => boolean,
): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  const add = async (name: string, how: string, given: Given, isNew = false): Promise<void> => {
    const judged = await browserJudges(order, given, isNew);
    // A true proof that is left open hides a forged one that is left open, too.
    const verdict = judged.verdict === honest ? 'holds' : judged.verdict;
    tried.push({ order, given, name, how, judged: { ...judged, verdict } });
  };
  const family = others.filter((one) => one !== order && one.family === order.family);
  const forged = forgeriesOf(
    jsonOf(order.given),
    family.map(({ given }) => jsonOf(given)),
  );
  for (const { place, how, value } of forged.filter((_, at) => isTaken(at)))
    await add(`${order.family}${place}`, how, givenOf(value));
  for (const { name, given } of liesAbout(order, family, logs)) {
    await add(`${order.family}, a whole lie: ${name}`, order.kind, given);
    await add(`${order.family}, told to a new browser: ${name}`, order.kind, given, true);
  }
  return tried;
}

/** What was asked for over the network is JSON, and a forgery of it may be of any shape. */
const isJson = (given: Given | Json): given is Json => given !== undefined;
const isGiven = (value: Json | Given): value is Given => value !== undefined;
const jsonOf = (given: Given): Json => (isJson(given) ? given : null);
function givenOf(value: Json): Given {
  const all: Json | Given = value;
  if (isGiven(all)) return all;
  throw new Error('nothing is no answer');
}

function countedBy(tried: readonly Tried[], believed: ReadonlyMap<Tried, boolean>): readonly Class[] {
  const classes = new Map<string, Class>();
  for (const one of tried) {
    const { name, judged, how } = one;
    const fresh: Class = {
      name,
      forged: 0,
      held: 0,
      left: 0,
      checks: new Map(),
      asked: 0,
      believed: 0,
      how: new Set(),
    };
    const own = classes.get(name) ?? fresh;
    classes.set(name, own);
    own.forged += 1;
    if (judged.verdict === 'holds') {
      own.held += 1;
      own.how.add(how);
    }
    if (judged.verdict === 'open') own.left += 1;
    for (const check of judged.by.slice(0, 1)) own.checks.set(check, (own.checks.get(check) ?? 0) + 1);
    const script = believed.get(one);
    if (script === undefined) continue;
    own.asked += 1;
    if (script) own.believed += 1;
  }
  return [...classes.values()];
}
