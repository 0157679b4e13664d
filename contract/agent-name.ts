// A browser in plain words, of what it says of itself: as the app lists it and as letters name it. From closed lists alone: what a client likes to
// say gets into neither. A guess for the eye, no more. Pure.

export interface AgentName {
  /** A name that is the same in every language; '' where none is known. */
  readonly browser: string;
  readonly system: string;
}

type Names = readonly (readonly [sign: RegExp, name: string])[];

/** In this order: Edge and Opera call themselves Chrome too, and Chrome Safari. */
const BROWSERS: Names = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const first = (names: Names, agent: string): string => names.find(([sign]) => sign.test(agent))?.[1] ?? '';

export const agentName = (agent: string): AgentName => ({
  browser: first(BROWSERS, agent),
  system: first(SYSTEMS, agent),
});

/** Whether it is held in a hand. */
export const isHandheld = (agent: string): boolean => /\b(?:Mobi|Mobile|iPhone|iPad|Android)\b/.test(agent);
