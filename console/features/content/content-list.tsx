// What was written, newest first, by kind; and the way to begin something.

import { CONTENT_KINDS, type ContentKind } from '@fairtick/contract/content-kinds';
import type { ContentItem } from '@fairtick/contract/staff/content';
import { Button, Group, Pagination, SegmentedControl, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import Newspaper from 'lucide-react/icons/newspaper';
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
import { NewContent } from './new-content.tsx';

const PAGE_SIZE = 20;
const kindOf = (text: string): ContentKind | undefined => CONTENT_KINDS.find((one) => one === text);

export function ContentPages() {
  const t = useTexts();
  const may = useMay();
  const [kind, setKind] = useState('all');
  const [page, setPage] = useState(1);
  const [isNew, setNew] = useState(false);
  const wanted = kindOf(kind);
  const read = useRead('content_items', { page, ...(wanted ? { kind: wanted } : {}) });
  const choose = (next: string): void => {
    setKind(next);
    setPage(1);
  };
  return (
    <Page
      title={t('content.title')}
      aside={
        <Group gap="xs">
          <SegmentedControl
            aria-label={t('content.kinds')}
            value={kind}
            onChange={choose}
            data={['all', ...CONTENT_KINDS].map((one) => {
              const known = kindOf(one);
              return { value: one, label: known ? t(`content.kind.${known}`) : t('content.all') };
            })}
          />
          {may('content', 'do') && <Button onClick={() => setNew(true)}>{t('content.new')}</Button>}
        </Group>
      }
    >
      <Loaded of={read}>
        {({ data, total }) => (
          <>
            <ContentRows rows={data} />
            {total > PAGE_SIZE && (
              <Pagination value={page} onChange={setPage} total={Math.ceil(total / PAGE_SIZE)} size="sm" />
            )}
          </>
        )}
      </Loaded>
      {isNew && <NewContent onClose={() => setNew(false)} />}
    </Page>
  );
}

function ContentRows({ rows }: { rows: readonly ContentItem[] }) {
  const t = useTexts();
  if (rows.length === 0) return <Empty icon={<Newspaper size={28} />} title={t('content.empty')} />;
  return (
    <Rows
      label={t('content.title')}
      columns={(['content', 'content_kind', 'published', 'languages', 'drafts'] as const).map((name) => ({
        name: t(`column.${name}`),
      }))}
    >
      {rows.map((row) => (
        <Table.Tr key={row.id}>
          <Table.Td className="wrap">
            <Link to="/content/$id" params={{ id: row.id }}>
              {row.title === '' ? t('content.untitled') : row.title}
            </Link>
          </Table.Td>
          <Table.Td>
            {t(`content.kind.${row.kind}`)} {row.about !== null && <Tag>{t(`content.about.${row.about}`)}</Tag>}
          </Table.Td>
          <Table.Td>
            <When at={row.publishTime} />
          </Table.Td>
          <Table.Td>
            {row.published.length === 0 ? <span className="quiet">{t('none')}</span> : row.published.join(', ')}
          </Table.Td>
          <Table.Td>
            {row.drafts.length === 0 ? <span className="quiet">{t('none')}</span> : row.drafts.join(', ')}
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}
