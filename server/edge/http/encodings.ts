// Which encodings a client reads. What it says of `q` is not looked at: none that names an encoding refuses it.

const NAMED = { br: /\bbr\b/, gzip: /\bgzip\b/ };

/** `accepted` is the header accept-encoding. */
export const reads = (encoding: keyof typeof NAMED, accepted: string | string[] | undefined): boolean =>
  typeof accepted === 'string' && NAMED[encoding].test(accepted);
