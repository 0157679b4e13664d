// Line by line what changes, old beside new.

import { Table } from '@mantine/core';
import { useTexts } from '../../i18n/use-texts.ts';

export interface Line {
  readonly field: string;
  readonly old: string;
  readonly next: string;
}

export function OldAndNew({ lines }: { lines: readonly Line[] }) {
  const t = useTexts();
  return (
    <Table verticalSpacing={6} horizontalSpacing="xs" className="difference">
      <Table.Thead>
        <Table.Tr>
          {(['field', 'old', 'new'] as const).map((name) => (
            <Table.Th key={name} scope="col">
              {t(`difference.${name}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(({ field, old, next }) => (
          <Table.Tr key={field} data-changed={old !== next || undefined}>
            <Table.Td>{field}</Table.Td>
            <Table.Td>{old === '' ? '–' : old}</Table.Td>
            <Table.Td>{next === '' ? '–' : next}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
