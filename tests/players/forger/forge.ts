// Forges every good order in every way, has each forgery judged, and counts by what was forged.

import type { Evidence } from '../../independent/collect.ts';
import { type Answers, type Given, type Good, type GoodOrder, goodOrders } from './good-orders.ts';
import { browserJudges, type Judged, scriptJudges } from './judges.ts';
import { receiptLies, toldOtherwise } from './told-otherwise.ts';
import { forgeriesOf, type Json } from './walk.ts';
import { liesAbout } from './whole-lies.ts';

export interface Class {
  readonly name: string;
  forged: number;
  /** Called right by the browser. */
  held: number;
  /** Neither right nor wrong to the browser: the screen says that not everything can be shown. */
  left: number;
  /** Of these, those whose true proof is left open, too. */
  hidden: number;
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

/** Orders of a kind that are looked at for one that is forged. */
const CANDIDATES = 4;

interface Tried {
  readonly order: GoodOrder;
  readonly given: Given;
  readonly name: string;
  readonly how: string;
  readonly judged: Judged;
  readonly honest: Judged;
}

interface TrueProof {
  readonly kind: string;
  readonly judged: Judged;
}

export interface Result {
  /** The true proofs that were forged. */
  readonly good: readonly TrueProof[];
  /** True proofs that were refused. */
  readonly refused: readonly TrueProof[];
  readonly classes: readonly Class[];
}

export async function forge({
  evidence,
  evidenceFile,
  orders: most,
  every = 1,
  onNote = () => {},
}: ForgeOptions): Promise<Result> {
  const all = goodOrders(evidence, most * CANDIDATES);
  const good: { kind: string; order: GoodOrder; judged: Judged }[] = [];
  for (const each of all.orders) {
    const judged = await browserJudges(each, each.given);
    // A page that nobody asks for tells nobody anything.
    const { path = {}, ...given } = each.given;
    const pages = Object.entries(path).filter(([name]) => judged.asked?.includes(name));
    const asked = pages.length > 0 ? { ...given, path: Object.fromEntries(pages) } : given;
    good.push({ kind: each.kind, order: { ...each, given: asked }, judged });
  }
  // What is refused when it is true (an order that no tick has met yet) says nothing when it is forged; what is left open says less than what holds.
  const right = [...Map.groupBy(good, ({ kind }) => kind).values()].flatMap((alike) =>
    alike
      .filter(({ judged }) => judged.verdict !== 'caught')
      .sort((a, b) => Number(b.judged.verdict === 'holds') - Number(a.judged.verdict === 'holds'))
      .slice(0, most),
  );
  const tried: Tried[] = [];
  for (const [at, { order, judged }] of right.entries()) {
    const others = right.map((one) => one.order);
    tried.push(...(await forgeOne(order, judged, others, all, (place) => (place + at) % every === 0)));
    onNote(`${order.kind}: ${tried.length} forgeries so far`);
  }
  const asked = tried.filter(({ order, given }) => given.proof !== order.given.proof);
  const answers = await scriptJudges(evidenceFile, asked);
  const believed = new Map(asked.map((one, at) => [one, answers[at]?.length === 0]));
  return {
    good: right,
    refused: good.filter(({ judged }) => judged.verdict === 'caught'),
    classes: countedBy(tried, believed),
  };
}

async function forgeOne(
  order: GoodOrder,
  honest: Judged,
  others: readonly GoodOrder[],
  { logs }: Good,
  isTaken: (place: number) => boolean,
): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  const add = async (name: string, how: string, given: Given, isNew = false): Promise<void> => {
    const judged = await browserJudges(order, given, isNew);
    // Of a path that is open at its end the screen says so, and how far it goes.
    const isShorter = (judged.covered ?? 0) < (honest.covered ?? 0);
    const isLess = judged.openEnd === true && (honest.openEnd !== true || isShorter);
    const verdict = judged.verdict === 'holds' && isLess ? 'open' : judged.verdict;
    tried.push({ order, given, name, how, honest, judged: { ...judged, verdict } });
  };
  const family = others.filter((one) => one !== order && one.family === order.family);
  const forged = forgeriesOf(
    answered(order),
    family.map((one) => answered(one)),
  );
  const { receipts } = order.given;
  for (const { place, how, value } of forged.filter((_, at) => isTaken(at)))
    await add(`${order.family}${place}`, how, { ...answersOf(value), receipts });
  for (const { name, given } of receiptLies(order, family)) await add(`${order.family}, ${name}`, order.kind, given);
  for (const { name, given } of [...liesAbout(order, family, logs), ...toldOtherwise(order, logs)]) {
    await add(`${order.family}, a whole lie: ${name}`, order.kind, given);
    await add(`${order.family}, told to a new browser: ${name}`, order.kind, given, true);
  }
  return tried;
}

/** What was asked for over the network is JSON, and a forgery of it may be of any shape. */
const isJson = (answers: Answers | Json): answers is Json => answers !== undefined;
const isAnswers = (value: Json | Answers): value is Answers => value !== undefined;
/** All but the receipts: who was given none has none to compare (told-otherwise.ts gives other ones). */
function answered({ given: { receipts: _, ...answers } }: GoodOrder): Json {
  return isJson(answers) ? answers : null;
}
function answersOf(value: Json): Answers {
  const all: Json | Answers = value;
  if (isAnswers(all)) return all;
  throw new Error('nothing is no answer');
}

function countedBy(tried: readonly Tried[], believed: ReadonlyMap<Tried, boolean>): readonly Class[] {
  const classes = new Map<string, Class>();
  for (const one of tried) {
    const { name, judged, honest, how } = one;
    const fresh: Class = {
      name,
      forged: 0,
      held: 0,
      left: 0,
      hidden: 0,
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
    if (judged.verdict === 'open' && honest.verdict === 'open') own.hidden += 1;
    for (const check of judged.by.slice(0, 1)) own.checks.set(check, (own.checks.get(check) ?? 0) + 1);
    const script = believed.get(one);
    if (script === undefined) continue;
    own.asked += 1;
    if (script) own.believed += 1;
  }
  return [...classes.values()];
}
