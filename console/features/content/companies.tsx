// The directory of companies: who is in it, and the way to write one.

import type { StaffCompany } from '@fairtick/contract/staff/companies';
import { Button, Pagination, Table } from '@mantine/core';
import Building2 from 'lucide-react/icons/building-2';
import { useState } from 'react';
import { useMay } from '../../hooks/use-me.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { Tag } from '../../parts/tag.tsx';
import { When } from '../../parts/when.tsx';
import { WriteCompany } from './write-company.tsx';

const PAGE_SIZE = 20;

export function CompanyPages() {
  const t = useTexts();
  const may = useMay();
  const [page, setPage] = useState(1);
  const [written, setWritten] = useState<StaffCompany | 'new'>();
  const read = useRead('companies', { page });
  const writes = may('companies', 'do');
  return (
    <Page
      title={t('companies.title')}
      aside={writes && <Button onClick={() => setWritten('new')}>{t('companies.new')}</Button>}
    >
      <p className="quiet lead">{t('companies.about')}</p>
      <Loaded of={read}>
        {({ data, total }) => (
          <>
            <CompanyRows rows={data} onWrite={writes ? setWritten : undefined} />
            {total > PAGE_SIZE && (
              <Pagination value={page} onChange={setPage} total={Math.ceil(total / PAGE_SIZE)} size="sm" />
            )}
          </>
        )}
      </Loaded>
      {written && <WriteCompany of={written === 'new' ? undefined : written} onClose={() => setWritten(undefined)} />}
    </Page>
  );
}

interface RowsProps {
  readonly rows: readonly StaffCompany[];
  readonly onWrite: ((company: StaffCompany) => void) | undefined;
}

function CompanyRows({ rows, onWrite }: RowsProps) {
  const t = useTexts();
  if (rows.length === 0) return <Empty icon={<Building2 size={28} />} title={t('companies.empty')} />;
  return (
    <Rows
      label={t('companies.title')}
      columns={(['company', 'website', 'contact', 'written'] as const).map((name) => ({ name: t(`column.${name}`) }))}
    >
      {rows.map((row) => (
        <Table.Tr key={row.id}>
          <Table.Td className="wrap">
            {onWrite ? (
              <Button size="compact-sm" variant="subtle" onClick={() => onWrite(row)}>
                <bdi>{row.name}</bdi>
              </Button>
            ) : (
              <bdi>{row.name}</bdi>
            )}{' '}
            {row.main && <Tag>{t('companies.main')}</Tag>} {!row.listed && <Tag>{t('companies.unlisted')}</Tag>}
          </Table.Td>
          <Table.Td className="wrap">
            <bdi dir="ltr">{row.url === '' ? t('none') : row.url}</bdi>
          </Table.Td>
          <Table.Td className="wrap">
            <bdi dir="ltr">{row.email === '' ? t('none') : row.email}</bdi>
          </Table.Td>
          <Table.Td>
            {row.editor} <When at={row.changedTime} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}
