// The plain parts of an orders' table: dense rows, figures at the end side, a head that stays in sight.

import { cx } from '@fairtick/ui/cx';
import type { ReactNode } from 'react';

export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    <table aria-label={label} className="tabular w-full border-separate border-spacing-0 whitespace-nowrap text-sm">
      {children}
    </table>
  );
}

export function Head({ end, children }: { end?: boolean; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={cx(
        'sticky top-0 z-1 border-line border-b bg-surface px-3 py-2 font-medium text-quiet text-xs first:ps-4 last:pe-4',
        end ? 'text-end' : 'text-start',
      )}
    >
      {children}
    </th>
  );
}

export function Cell({ end, children }: { end?: boolean; children: ReactNode }) {
  return (
    <td
      className={cx(
        'h-11 border-line border-b px-3 first:ps-4 last:pe-4 group-hover:bg-sunken',
        end ? 'text-end' : 'text-start',
      )}
    >
      {children}
    </td>
  );
}

export function RowButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onPress}
      className="-mx-1 min-h-11 rounded-sm px-1 font-semibold underline-offset-4 hover:underline"
    >
      {children}
    </button>
  );
}
