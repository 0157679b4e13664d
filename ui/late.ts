// A component whose code comes when it is first drawn. React's own way keeps a failure for ever; this one can be asked again.

import { type ComponentType, createElement, type FunctionComponent, use } from 'react';

/** The code did not come: the line was away, or what it was asked of is not there any more. */
export class CodeAway extends Error {
  /** The next drawing asks anew. */
  readonly forget: () => void;
  constructor(forget: () => void, cause: unknown) {
    super('the code of a part did not come', { cause });
    this.name = 'CodeAway';
    this.forget = forget;
  }
}

/** Suspends while the code comes, and throws CodeAway where it does not. */
export function late<P extends object>(read: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  let coming: Promise<ComponentType<P>> | undefined;
  async function ask(): Promise<ComponentType<P>> {
    try {
      return await read();
    } catch (cause) {
      throw new CodeAway(() => {
        coming = undefined;
      }, cause);
    }
  }
  // As with React's own `lazy`, this is called once for each part, where a module begins.
  const part: FunctionComponent<P> = (props) => {
    coming ??= ask();
    return createElement(use(coming), props);
  };
  return part;
}
