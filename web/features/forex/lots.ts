// A quantity in a sentence.

import type { Formats } from '@fairtick/ui/locale';
import { sentNumber } from '../../calculators/typed.ts';

/** Values for a text that speaks of {{lots}}: the figure in the user's language, and the number that chooses the plural form. */
export const lotsOf = (quantity: string, formats: Formats): { readonly count: number; readonly lots: string } => ({
  count: Number(quantity),
  lots: formats.number(sentNumber(quantity)),
});
