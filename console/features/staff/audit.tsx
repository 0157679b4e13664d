// What the staff did, newest first, as it stands in the log that anybody can check.

import { ACT_KINDS, type ActKind } from '@fairtick/contract/staff/acts';
import type { Act } from '@fairtick/contract/staff/audit';
import { Button, NativeSelect, Table } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import ScrollText from 'lucide-react/icons/scroll-text';
import { useState } from 'react';
import { laidOut } from '../../calculators/contents.ts';
import { usePages } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { When } from '../../parts/when.tsx';
import { call } from '../../stores/api.ts';

export const actKindOf = (text: unknown): ActKind | undefined => ACT_KINDS.find((kind) => kind === text);

export function Audit({ kind }: { kind: ActKind | undefined }) {
  const t = useTexts();
  const navigate = useNavigate();
  const pages = usePages(
    ['acts', kind],
    (before, signal) => call('acts', { ...(before !== undefined && { before }), ...(kind && { kind }) }, { signal }),
    { everyMs: 15_000 },
  );
  return (
    <Page
      title={t('audit.title')}
      aside={
        <NativeSelect
          aria-label={t('audit.kind')}
          value={kind ?? ''}
          onChange={(event) => {
            const next = actKindOf(event.currentTarget.value);
            void navigate({ to: '/audit', search: next ? { kind: next } : {} });
          }}
          data={[
            { value: '', label: t('audit.all') },
            ...ACT_KINDS.map((one) => ({ value: one, label: t(`act.${one}`) })),
          ]}
        />
      }
    >
      <p className="quiet lead">{t('audit.about')}</p>
      <Loaded of={pages}>
        {({ pages: read }) => (
          <>
            <ActRows rows={read.flatMap(({ data }) => data)} />
            <MoreButton of={pages} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function ActRows({ rows }: { rows: readonly Act[] }) {
  const t = useTexts();
  if (rows.length === 0) return <Empty icon={<ScrollText size={28} />} title={t('audit.empty')} />;
  const columns = ['time', 'act', 'by', 'subject', 'place', 'details'] as const;
  return (
    <Rows
      label={t('audit.title')}
      columns={columns.map((name) => ({ name: t(`column.${name}`), end: name === 'place' }))}
    >
      {rows.map((act) => (
        <ActRow key={act.id} act={act} />
      ))}
    </Rows>
  );
}

function ActRow({ act }: { act: Act }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <When at={act.time} />
        </Table.Td>
        <Table.Td>{t(`act.${act.kind}`)}</Table.Td>
        <Table.Td>{act.by}</Table.Td>
        <Table.Td>
          <span className="quiet">{act.subjectKind}</span> {act.subject}
        </Table.Td>
        <Table.Td className="end figure">{act.index ?? <span className="quiet">{t('audit.soon')}</span>}</Table.Td>
        <Table.Td>
          <Button size="compact-xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'audit.hide' : 'audit.show')}
          </Button>
        </Table.Td>
      </Table.Tr>
      {open && (
        <Table.Tr>
          <Table.Td colSpan={6}>
            {act.contents === '' ? (
              <p className="quiet">{t('audit.erased')}</p>
            ) : (
              <pre className="contents">{laidOut(act.contents)}</pre>
            )}
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}
