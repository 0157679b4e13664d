// A value or a refusal. Refusals are data, not exceptions: a thrown error means a defect or a broken surrounding.

export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });

/** For the last branch of an exhaustive switch: the compiler proves it unreachable, the throw proves it at run time. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${String(value)}`);
}

/** Throws when a promise the code relies on does not hold. `what` names the promise, not the values. */
export function assert(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`broken promise: ${what}`);
}
