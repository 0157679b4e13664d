// Line by line what changes, old beside new.

import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { isJson, laidOut } from '../../calculators/contents.ts';
import { useTexts } from '../../i18n/use-texts.ts';

export interface Line {
  readonly field: string;
  readonly old: string;
  readonly next: string;
}

/** A list or a set of fields stands line by line: an address in it is compared sign by sign. */
function shown(text: string): ReactNode {
  if (text === '') return '–';
  return /^[[{]./s.test(text) && isJson(text) ? <pre className="laid-out">{laidOut(text)}</pre> : text;
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
            <Table.Td>{shown(old)}</Table.Td>
            <Table.Td>{shown(next)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
