// Extended keys in a setting's value as it is typed. One that is private is known here, so that it is never sent to any server.

export interface KeyInValue {
  /** Id of the deposit option. */
  readonly option: string;
  readonly network: string;
  readonly xpub: string;
}

/** Anywhere in the text, whether it is JSON or not, and whatever else is wrong with it: any letters and digits behind the beginning of one. */
export const holdsPrivateKey = (text: string): boolean => /\b[a-z]prv[0-9a-z]{8}/i.test(text);

/** Longest that a server reads. */
const MOST = 200;

/** Of coins that have one; none where the text is no list of options, or holds a private key. */
export function extendedKeys(text: string): KeyInValue[] {
  if (holdsPrivateKey(text)) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null || !('xpub' in one) || !('network' in one)) return [];
    const { xpub, network } = one;
    if (typeof xpub !== 'string' || typeof network !== 'string' || xpub.length > MOST) return [];
    return [{ option: 'id' in one ? String(one.id) : '', network, xpub }];
  });
}
