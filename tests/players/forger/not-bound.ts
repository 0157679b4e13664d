// What nothing in a proof shows, and why: these alone may be called right though they are forged.

const NOT_BOUND: readonly (readonly [RegExp, string])[] = [
  [/^\w+\.proof\.order(\.|$)/, 'a field of the list of orders that nothing is computed from'],
  [/^micro\.proof\.terms\.markup$/, 'an option has no markup in its price'],
  [
    /told to a new browser: .*written anew and signed by its key/,
    'who has seen nothing of the logs before has only what is told now',
  ],
  [
    /closed \((user|stop_out)\) at a true tick/,
    'no neighbour shows the newest tick at a close by hand, nor that a stop-out was due',
  ],
  [
    /micro, a whole lie: ended by a true tick/,
    'no tick of the pair behind the end is shown yet: left open, as the true proof is',
  ],
];

export const reasonFor = (name: string): string | undefined => NOT_BOUND.find(([kinds]) => kinds.test(name))?.[1];
