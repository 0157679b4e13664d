// A table whose rows are many and low; wider than its place, it scrolls by itself.

import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Column {
  readonly name: string;
  /** Figures stand at the end. */
  readonly end?: boolean;
}

export function Rows({ label, columns, children }: { label: string; columns: readonly Column[]; children: ReactNode }) {
  return (
    // Who has no mouse scrolls it with the keys. A group, for it often stands in a section of the same name.
    // biome-ignore lint/a11y/useSemanticElements: no element is a plain group
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <div role="group" className="rows" aria-label={label} tabIndex={0}>
      <Table highlightOnHover verticalSpacing={7} horizontalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name, end = false }) => (
              <Table.Th key={name} scope="col" className={end ? 'end' : undefined}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  );
}
