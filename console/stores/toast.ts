// A word of success after an act. What failed is said where it was asked for.

import { createStore } from './store.ts';

export interface Toast {
  readonly number: number;
  readonly text: string;
}

export const toastStore = createStore<Toast | undefined>(undefined);
let number = 0;

export function sayToast(text: string): void {
  number += 1;
  toastStore.set({ number, text });
}
