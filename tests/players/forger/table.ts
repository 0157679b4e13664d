// What a run of the forger is told as: a row for each kind of forgery, and one sentence.

import type { Class, Result } from './forge.ts';
import { reasonFor } from './not-bound.ts';

export interface Verdict {
  readonly good: boolean;
  readonly sentence: string;
  /** Kinds of forgery that were called right though they must be caught. */
  readonly missed: readonly string[];
}

export function rowsOf({ good, classes }: Result): readonly string[] {
  const proofs = good.map(({ kind, judged }) =>
    `true proof of ${kind}: ${judged.verdict} ${judged.by.join(', ')}`.trim(),
  );
  return [...proofs, '', ...classes.map(rowOf)];
}

function rowOf(one: Class): string {
  const { name, forged, held, left, checks, asked, believed, how } = one;
  const by = [...checks].sort(([, a], [, b]) => b - a).map(([check, number]) => `${check} ${number}`);
  const script = asked === 0 ? 'the script does not read it' : `the script: ${asked - believed} of ${asked}`;
  const open = left > 0 ? `, ${left} left open` : '';
  const reason = held > 0 ? `; NOT caught: ${reasonFor(name) ?? 'MUST BE'} (${[...how].slice(0, 3).join(', ')})` : '';
  return `${name}: ${forged - held} of ${forged}${open} (${by.slice(0, 4).join(', ')}); ${script}${reason}`;
}

export function verdictOf({ good, refused, classes }: Result): Verdict {
  const missed = classes.filter(({ name, held }) => held > 0 && reasonFor(name) === undefined).map(({ name }) => name);
  const sum = (of: (one: Class) => number): number => classes.reduce((all, one) => all + of(one), 0);
  const right = good.filter(({ judged }) => judged.verdict === 'holds').length;
  const wrong = refused.filter(({ judged }) => judged.by.join() !== 'ticks.in_log').map(({ kind }) => kind);
  const sentence =
    `${right} true proofs, ${sum(({ forged }) => forged)} forgeries of ${classes.length} kinds: the browser called ${sum(({ held }) => held)} right, ` +
    `of which ${missed.length} kinds must be caught${missed.length > 0 ? `: ${missed.join('; ')}` : ''}; ` +
    `${sum(({ hidden }) => hidden)} were left open as their true proofs are; the script believed ${sum(({ believed }) => believed)} of ${sum(({ asked }) => asked)}.` +
    (wrong.length > 0 ? ` True proofs were refused: ${wrong.join(', ')}.` : '');
  return { good: missed.length === 0 && wrong.length === 0 && right > 0, sentence, missed };
}
