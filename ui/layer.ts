// What lies over the page is an entry of the browser's history: Back closes it, and the screen stays. An entry says how many layers were open
// when it was made, and nothing else.

import { useEffect, useRef } from 'react';

/** Open layers, the topmost last. */
interface Layer {
  readonly close: () => void;
  /** Only a button of its own ends it. */
  readonly held: boolean;
}
const open: Layer[] = [];
/** A step back of ours is under way. */
let stepping = false;

function depth(): number {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'layer' in state ? Number(state.layer) : 0;
}

/** By the prototype's method: a router that watches the object's own would take it for a change of page. The rest of the state is the page's. */
const push = (): void => History.prototype.pushState.call(history, { ...history.state, layer: open.length }, '');

/** Leaves the entries of layers that were closed by another way, unless a page was opened meanwhile: its entry knows of no layer. */
function settle(): void {
  // Two layers that close together ask twice: a step that is under way has not changed the entry yet, and what it leaves is looked at when it is made.
  if (stepping || depth() <= open.length) return;
  stepping = true;
  history.go(open.length - depth());
}

function popped(event: PopStateEvent): void {
  // The page is the same: its router has nothing to do.
  const own = stepping;
  stepping = false;
  if (own || open.length > depth()) event.stopImmediatePropagation();
  if (own) {
    // A layer was opened meanwhile, on an entry that is left now.
    if (depth() < open.length) push();
    else settle();
    return;
  }
  while (open.length > depth()) {
    if (open.at(-1)?.held) {
      push();
      return;
    }
    open.pop()?.close();
  }
  // An entry of a layer that is no more, reached by going forward or past a page: nobody sees it.
  settle();
}

if ('history' in globalThis) {
  addEventListener('popstate', popped, { capture: true });
  // The page was loaded anew under a layer.
  settle();
}

function enter(layer: Layer): () => void {
  open.push(layer);
  if (depth() < open.length) push();
  return () => {
    const at = open.indexOf(layer);
    if (at < 0) return;
    open.splice(at, 1);
    // Not at once: what closes it may go to another page, or open the next layer in its place.
    setTimeout(settle);
  };
}

/** For whatever lies over the page while `shown`: `close` is called when the user goes back. */
export function useLayer(shown: boolean, close: () => void, held = false): void {
  const newest = useRef(close);
  useEffect(() => {
    newest.current = close;
  });
  useEffect(() => (shown ? enter({ close: () => newest.current(), held }) : undefined), [shown, held]);
}
