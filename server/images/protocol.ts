// What the decoder's process and the server say to each other. The server trusts none of it.

/** 40 megapixels: a large phone's camera. */
export const MAX_PIXELS = 40_000_000;
/** Longest side of what is kept, px. */
export const MAX_SIDE = 2_400;

/** The process's first line; behind it the picture, where there is one. */
export type Told =
  | { readonly width: number; readonly height: number }
  | { readonly refused: 'UPLOAD_PIXELS' | 'UPLOAD_DAMAGED' };
