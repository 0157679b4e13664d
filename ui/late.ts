// A component whose code comes when it is first drawn. That it did not come is told apart from what breaks while it draws.

import { type ComponentType, createElement, type FunctionComponent, use } from 'react';

/** The code did not come: the line was away, or what it was asked of is not there any more. The browser asks for it no more while the page lives. */
export class CodeAway extends Error {
  constructor(cause: unknown) {
    super('the code of a part did not come', { cause });
    this.name = 'CodeAway';
  }
}

/** Suspends while the code comes. Where it does not, draws `instead`: a screen goes on without what it can be without; else it throws CodeAway. */
export function late<P extends object>(
  read: () => Promise<ComponentType<P>>,
  instead?: FunctionComponent,
): FunctionComponent<P> {
  let coming: Promise<ComponentType<P>> | undefined;
  async function ask(): Promise<ComponentType<P>> {
    try {
      return await read();
    } catch (cause) {
      if (instead) return () => createElement(instead);
      throw new CodeAway(cause);
    }
  }
  // As with React's own `lazy`, this is called once for each part, where a module begins.
  const part: FunctionComponent<P> = (props) => {
    coming ??= ask();
    return createElement(use(coming), props);
  };
  return part;
}
