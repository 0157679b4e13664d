// What somebody types who wants it to become code, an element or a request: after OWASP's sheet, with the ways around sanitisers that were found since.
// Every element of it has the class HOSTILE, every handler calls `hit`, every address is at ELSEWHERE.

export const ELSEWHERE = 'elsewhere.example';
export const HOSTILE_CLASS = 'hostile';
const IMG = `<img class=${HOSTILE_CLASS} src=x onerror=hit()>`;

/** Short enough for a name. */
export const SHORT_MARKUP: readonly string[] = [
  `<b class=${HOSTILE_CLASS}>`,
  `"><i class=${HOSTILE_CLASS}>`,
  "'onfocus='hit()",
  '<script>hit()</script>',
  `{{7*7}}\${hit()}`,
];

/** At most 100 characters each. */
export const MARKUP: readonly string[] = [
  ...SHORT_MARKUP,
  IMG,
  `"><svg class=${HOSTILE_CLASS} onload=hit()>`,
  `' class=${HOSTILE_CLASS} onmouseover='hit()' autofocus tabindex=1`,
  `<svg/class=${HOSTILE_CLASS}><script href=data:,hit() /></svg>`,
  `<xmp><p title="</xmp><img class=${HOSTILE_CLASS} src=x onerror=hit()>">`,
  `<math><mtext><table><mglyph><style><!--</style>${IMG}`,
  `<noscript><p title="</noscript>${IMG}">`,
  `<iframe class=${HOSTILE_CLASS} srcdoc="<script>parent.hit()</script>"></iframe>`,
  `<a class=${HOSTILE_CLASS} href="java&#9;script:hit()">x</a>`,
  '[x](javascript:hit()) ![x](data:text/html,<script>hit()</script>)',
  `<style>*{background:url(https://${ELSEWHERE}/c)}</style>`,
  `<img class=${HOSTILE_CLASS} src=//${ELSEWHERE}/p.png>`,
  `<link rel=stylesheet href=//${ELSEWHERE}/s.css>`,
  `<base href=//${ELSEWHERE}/><meta http-equiv=refresh content="0;//${ELSEWHERE}">`,
  `<form class=${HOSTILE_CLASS} action=//${ELSEWHERE}><button formaction=javascript:hit()>`,
  `<%= hit() %> #{hit()} \${hit()} {{constructor.constructor("hit()")()}}`,
  `<template><img class=${HOSTILE_CLASS} src=x onerror=hit()></template>`,
  `--></title></textarea></script>${IMG}`,
  `&lt;img class=${HOSTILE_CLASS} src=x onerror=hit()&gt;`,
];

/** Where no address may lead. */
export const HOSTILE_ADDRESSES: readonly string[] = [
  'javascript:hit()',
  'java\tscript:hit()',
  ' javascript:hit()',
  'JaVaScRiPt:hit()',
  'data:text/html,<script>hit()</script>',
  'vbscript:hit()',
  `//${ELSEWHERE}`,
  `http://${ELSEWHERE}`,
  `https://fairtick@${ELSEWHERE}`,
  'https://\u202eelpmaxe.example',
  '#/news" onclick="hit()',
];

/** Signs that turn a line round: none is kept. */
export const OVERRIDES = '\u202ereversed\u202c \u2066isolated\u2069';
