// What an input's change event carries.

import type { ChangeEvent } from 'react';

export const typedInto = (set: (value: string) => void) => (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
  set(event.currentTarget.value);
