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
/** A step back of ours through the history, which a browser makes some time after it was asked for. */
interface Step {
  /** Layers have the address of their page: what arrives at another one is not this step. */
  readonly href: string;
  /** What the router had when it was asked for; undefined before there is one. */
  readonly page: string | undefined;
  /** Later it is not waited for: a browser may let go of it. ms since the page's start. */
  readonly untilMs: number;
}
const STEP_MS = 3_000;
let step: Step | undefined;
const isUnderWay = (): boolean => step !== undefined && performance.now() < step.untilMs;

/** A page as its router has it: its address, from the path on, and what stands in its entry. */
export interface ShownPage {
  readonly href: string;
  readonly state: unknown;
}
let shownPage: (() => ShownPage) | undefined;

/** Said once by whoever routes. */
export function layersLieOver(page: () => ShownPage): void {
  shownPage = page;
}

function depth(): number {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'layer' in state ? Number(state.layer) : 0;
}

/** By the prototype's method: a router that watches the object's own would take it for a change of page. The rest of the state is the page's. */
function push(): void {
  History.prototype.pushState.call(history, { ...history.state, layer: open.length }, '');
  over = location.href;
}
/** The address of the page that the layers lie over. */
let over = '';

/** Leaves the entries of layers that were closed by another way, unless a page was opened meanwhile: its entry knows of no layer. */
function settle(): void {
  // Two layers that close together ask twice: a step that is under way has not changed the entry yet, and what it leaves is looked at when it is made.
  if (isUnderWay() || depth() <= open.length) return;
  step = { href: location.href, page: shownPage?.().href, untilMs: performance.now() + STEP_MS };
  history.go(open.length - depth());
}

/** A page that was opened while a step back was under way lies ahead now, and is what is shown: it is opened again from here. */
function openedMeanwhile(before: Step): boolean {
  const page = shownPage?.();
  if (!page || before.page === undefined || page.href === before.page) return false;
  History.prototype.pushState.call(history, page.state, '', page.href);
  return true;
}

function popped(event: PopStateEvent): void {
  // The page is the same: its router has nothing to do. A page that was opened by its address says so first; the step comes after it.
  const own = isUnderWay() && step?.href === location.href ? step : undefined;
  if (own) step = undefined;
  if (own || (open.length > depth() && location.href === over)) event.stopImmediatePropagation();
  if (own) {
    if (openedMeanwhile(own)) return;
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
