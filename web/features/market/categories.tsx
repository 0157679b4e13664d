// The categories of pairs as a row of chips. Tapping the chosen one again shows everything.

import { PressedChip, type PressedChipProps } from '@fairtick/ui/pressed-chip';
import type { ReactNode } from 'react';
import { useCategories } from '../../hooks/use-market-facts.ts';

interface CategoriesProps {
  readonly label: string;
  readonly size: PressedChipProps['size'];
  readonly value: number | undefined;
  readonly onValue: (categoryId: number | undefined) => void;
  /** Stands in their place while they are not known. */
  readonly pending: ReactNode;
  readonly className: string;
}

export function Categories({ label, size, value, onValue, pending, className }: CategoriesProps) {
  const categories = useCategories();
  return (
    <fieldset aria-label={label} className={className}>
      {categories?.map(({ Id, NameShowTrans }) => (
        <PressedChip key={Id} size={size} pressed={Id === value} onPress={() => onValue(Id === value ? undefined : Id)}>
          {NameShowTrans}
        </PressedChip>
      ))}
      {!categories && pending}
    </fieldset>
  );
}
