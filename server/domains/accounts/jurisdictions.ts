// What is offered in which country of residence: products, and leverage by the kind of pair. A version of one setting, of two people; public.

import type { Pair } from '@fairtick/engine/types';
import { z } from 'zod';
import { defineSetting, type SettingsReader } from '../../platform/settings/setting.ts';

export const PRODUCTS = ['forex', 'micro', 'copying', 'loans', 'funds'] as const;
export type Product = (typeof PRODUCTS)[number];

/** Kinds of pairs as regulators cap their leverage. */
export const LEVERAGE_CLASSES = ['major', 'fx', 'gold', 'index', 'commodity', 'coin'] as const;
export type LeverageClass = (typeof LEVERAGE_CLASSES)[number];

/** What a resident may have. */
export interface Offer {
  readonly off: ReadonlySet<Product>;
  /** The greatest multiple; none where there is no cap. */
  readonly caps: ReadonlyMap<LeverageClass, number>;
}

/** What is offered to a resident only where their country's line says so: credit, and promises like those of a deposit. */
const ASKED_FOR = ['loans', 'funds'] as const satisfies readonly Product[];

/** Of visitors and demo users. */
export const EVERYTHING: Offer = { off: new Set(), caps: new Map() };
/** Of countries that the setting does not name. */
export const ELSEWHERE: Offer = { off: new Set(ASKED_FOR), caps: new Map() };

export interface Jurisdictions {
  readonly byCountry: ReadonlyMap<string, Offer>;
}

/** What is offered to a resident; everything where there is no residence. */
export const offerTo = ({ byCountry }: Jurisdictions, country: string | undefined): Offer =>
  country === undefined ? EVERYTHING : (byCountry.get(country) ?? ELSEWHERE);

/** Whether its pairs are offered as they are. */
export const isUncapped = (offer: Offer): boolean => offer === EVERYTHING || offer === ELSEWHERE;

/** The currencies whose pairs with each other ESMA and the FCA call major. */
const MAJORS = new Set(['EUR', 'USD', 'JPY', 'GBP', 'CAD', 'CHF']);
const GOLD = 'XAU';

/** By the pair's category; the strictest for a category that nobody has classed. */
export function leverageClass({ categoryId, base, quote }: Pick<Pair, 'categoryId' | 'base' | 'quote'>): LeverageClass {
  switch (categoryId) {
    case 1:
      return MAJORS.has(base) && MAJORS.has(quote) ? 'major' : 'fx';
    case 2:
      return base === GOLD ? 'gold' : 'commodity';
    case 3:
      return 'commodity';
    case 4:
      return 'index';
    default:
      return 'coin';
  }
}

/** The pair with the multiples that a resident may choose; undefined where none is left, or where its margin is fixed, so that nothing could be capped. */
export function offeredPair<P extends Pick<Pair, 'categoryId' | 'base' | 'quote' | 'marginMode' | 'multiples'>>(
  pair: P,
  { off, caps }: Offer,
): P | undefined {
  if (off.has('forex')) return undefined;
  const cap = caps.get(leverageClass(pair));
  if (cap === undefined) return pair;
  const multiples = pair.multiples.filter((multiple) => multiple <= cap);
  return pair.marginMode === 1 || multiples.length === 0 ? undefined : { ...pair, multiples };
}

const EU_AND_UK = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU', 'LV'],
  ...['MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'GB'],
];

const country = z.string().regex(/^[A-Z]{2}$/);
const jurisdiction = z.strictObject({
  name: z.string().min(1).max(80),
  countries: z.array(country).min(1).max(260),
  /** Products that are not offered. */
  off: z.array(z.enum(PRODUCTS)).max(PRODUCTS.length),
  /** Of what is offered nowhere else. */
  on: z.array(z.enum(ASKED_FOR)).max(ASKED_FOR.length).optional().default([]),
  caps: z.partialRecord(z.enum(LEVERAGE_CLASSES), z.number().int().min(1).max(1_000)),
});

const schema = z
  .array(jurisdiction)
  .max(100)
  .transform((list, context): Jurisdictions => {
    const byCountry = new Map<string, Offer>();
    for (const { countries, off, on, caps } of list) {
      const unasked = ASKED_FOR.filter((product) => !on.includes(product));
      const offer: Offer = { off: new Set([...off, ...unasked]), caps: capsOf(caps) };
      for (const one of countries) {
        if (byCountry.has(one)) context.addIssue({ code: 'custom', message: `${one} stands in two jurisdictions` });
        byCountry.set(one, offer);
      }
    }
    return { byCountry };
  });

const capsOf = (caps: Readonly<Partial<Record<LeverageClass, number>>>): ReadonlyMap<LeverageClass, number> =>
  new Map(
    LEVERAGE_CLASSES.flatMap((kind): (readonly [LeverageClass, number])[] => {
      const cap = caps[kind];
      return cap === undefined ? [] : [[kind, cap]];
    }),
  );

/** Whether who was offered the one would lose something by the other: a product less, or a lower cap. */
export const offersLess = (was: Offer, is: Offer): boolean =>
  PRODUCTS.some((product) => is.off.has(product) && !was.off.has(product)) ||
  LEVERAGE_CLASSES.some((kind) => (is.caps.get(kind) ?? Infinity) < (was.caps.get(kind) ?? Infinity));

/** Whether some resident would be offered less. */
function takesAway(before: Jurisdictions, after: Jurisdictions): boolean {
  const countries = new Set([...before.byCountry.keys(), ...after.byCountry.keys()]);
  return [...countries].some((one) => offersLess(offerTo(before, one), offerTo(after, one)));
}

export const jurisdictions = defineSetting({
  key: 'jurisdictions',
  doc: 'Countries of residence where a product is not offered or leverage is capped; elsewhere everything is offered but loans and funds, which take a line that says `on`.',
  first: [
    {
      name: 'European Union and United Kingdom',
      countries: EU_AND_UK,
      off: ['micro'],
      caps: { major: 30, fx: 20, gold: 20, index: 20, commodity: 10, coin: 2 },
    },
  ],
  schema,
  by: 'jurisdictions',
  worse: takesAway,
});

export const readJurisdictions = (settings: SettingsReader): Jurisdictions => settings.read(jurisdictions);
