// What nothing in a proof shows, and why: these alone may be called right though they are forged.

const NOT_BOUND: readonly (readonly [RegExp, string])[] = [
  [
    // Of those that are compared none is among them.
    /^forex\.proof\.order\.(?!(Id|OrderType|Quantity|CautionMoney|TradeFee|TargetLossPrice|TargetProfitPrice|Status)\b)/,
    'a field of the list of orders that nothing is computed from',
  ],
  [
    /^micro\.proof\.order\.(?!(Id|Type|Number|OpenPrice|EndPrice|FactProfits|Status)\b)/,
    'a field of the list of orders that nothing is computed from',
  ],
  [
    /told to a new browser: .*written anew and signed by its key/,
    'who has seen nothing of the logs before has only what is told now',
  ],
  [
    /told to a new browser: a change of stops left out/,
    'who kept no receipt cannot miss an acceptance: its entry stands in the public log without words',
  ],
];

export const reasonFor = (name: string): string | undefined => NOT_BOUND.find(([kinds]) => kinds.test(name))?.[1];
