// The one table: dense rows, figures at the end side, a head that stays in sight. What a cell shows is its column's.

import { type ReactNode, useMemo } from 'react';
import { cx } from './cx.ts';

export interface Column<T> {
  /** Unlike that of its neighbours; not shown. */
  readonly name: string;
  readonly head: string;
  /** A figure: it stands at the end side. */
  readonly end?: boolean;
  readonly cell: (item: T) => ReactNode;
}

export interface TableProps<T> {
  readonly label: string;
  /** The same array until something about the columns changes: a row is drawn anew only with its item or the columns. */
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
}

const side = (end: boolean | undefined): string => (end ? 'text-end' : 'text-start');

export function Table<T>({ label, columns, items, keyOf }: TableProps<T>) {
  return (
    <table aria-label={label} className="tabular w-full border-separate border-spacing-0 whitespace-nowrap text-sm">
      <thead>
        <tr>
          {columns.map(({ name, head, end }) => (
            <th
              key={name}
              scope="col"
              className={cx(
                'sticky top-0 z-1 border-line border-b bg-surface px-3 py-2 font-medium text-quiet text-xs first:ps-4 last:pe-4',
                side(end),
              )}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={keyOf(item)} item={item} columns={columns} />
        ))}
      </tbody>
    </table>
  );
}

function Row<T>({ item, columns }: { item: T; columns: readonly Column<T>[] }) {
  return useMemo(
    () => (
      <tr className="group">
        {columns.map(({ name, end, cell }) => (
          <td
            key={name}
            className={cx('h-11 border-line border-b px-3 first:ps-4 last:pe-4 group-hover:bg-sunken', side(end))}
          >
            {cell(item)}
          </td>
        ))}
      </tr>
    ),
    [item, columns],
  );
}

/** In the cell that names the row: a press opens it in full. */
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
