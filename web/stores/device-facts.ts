// What somebody may tick to tell of their device: what helps to find a fault, and nothing by which it is known again.

/** Plain lines in English, as they are sent and shown. */
export const deviceFacts = (): string =>
  [
    `Browser: ${navigator.userAgent}`,
    `Window: ${innerWidth} × ${innerHeight}, ${devicePixelRatio} px a point`,
    `Language: ${navigator.language}`,
  ].join('\n');
