// Whether there is a page of ours behind this one. The router's own answer knows only its own navigations, not a tapped link.

let moved = false;

/** The router tells each change of page within the app. */
export function noteMove(): void {
  moved = true;
}

export const hasWayBack = (): boolean => moved;
