// What the staff did, newest first, as it stands in the log that anybody can check.

import { ACT_KINDS, type ActKind } from '@fairtick/contract/staff/acts';
import type { Act } from '@fairtick/contract/staff/audit';
import { Button, NativeSelect, Table } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import ScrollText from 'lucide-react/icons/scroll-text';
import { useState } from 'react';
import { usePages } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Raw } from '../../parts/raw.tsx';
import { Rows } from '../../parts/rows.tsx';
import { When } from '../../parts/when.tsx';
import { call } from '../../stores/api.ts';
import { useActWords } from './act-words.tsx';

export const actKindOf = (text: unknown): ActKind | undefined => ACT_KINDS.find((kind) => kind === text);

export interface AuditFilter {
  readonly kind?: ActKind | undefined;
  /** A member's id: their acts alone. */
  readonly staff?: string | undefined;
}

export function Audit({ kind, staff }: AuditFilter) {
  const t = useTexts();
  const navigate = useNavigate();
  const pages = usePages(
    ['acts', kind, staff],
    (before, signal) =>
      call(
        'acts',
        { ...(before !== undefined && { before }), ...(kind && { kind }), ...(staff && { staff }) },
        { signal },
      ),
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
            void navigate({ to: '/audit', search: { ...(next && { kind: next }), ...(staff && { staff }) } });
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
        {({ pages: read }) => {
          const rows = read.flatMap(({ data }) => data);
          return (
            <>
              {staff !== undefined && <OneMember name={rows[0]?.by} kind={kind} />}
              <ActRows rows={rows} kind={kind} />
              <MoreButton of={pages} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** Whose acts alone are shown, and the way back to everybody's. */
function OneMember({ name, kind }: { name: string | undefined; kind: ActKind | undefined }) {
  const t = useTexts();
  const navigate = useNavigate();
  return (
    <p className="found">
      {name === undefined ? t('audit.of_somebody') : t('audit.of', { name })}
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => void navigate({ to: '/audit', search: kind ? { kind } : {} })}
      >
        {t('audit.everybody')}
      </Button>
    </p>
  );
}

function ActRows({ rows, kind }: { rows: readonly Act[]; kind: ActKind | undefined }) {
  const t = useTexts();
  if (rows.length === 0) return <Empty icon={<ScrollText size={28} />} title={t('audit.empty')} />;
  const columns = ['time', 'by', 'act', 'place', 'details'] as const;
  return (
    <Rows
      label={t('audit.title')}
      columns={columns.map((name) => ({ name: t(`column.${name}`), end: name === 'place' }))}
    >
      {rows.map((act) => (
        <ActRow key={act.id} act={act} kind={kind} />
      ))}
    </Rows>
  );
}

function ActRow({ act, kind }: { act: Act; kind: ActKind | undefined }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const { sentence, reason } = useActWords()(act);
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <When at={act.time} />
        </Table.Td>
        <Table.Td className="long">
          {act.byId === null ? (
            t('audit.server')
          ) : (
            <Link
              to="/audit"
              search={{ ...(kind && { kind }), staff: act.byId }}
              title={t('audit.of', { name: act.by })}
              className="row-link"
            >
              {act.by}
            </Link>
          )}
        </Table.Td>
        <Table.Td className="wrap">
          {sentence}
          {reason !== '' && <p className="quiet">{t('audit.reason', { reason })}</p>}
        </Table.Td>
        <Table.Td className="end figure">{act.index ?? <span className="quiet">{t('audit.soon')}</span>}</Table.Td>
        <Table.Td>
          <Button
            size="compact-xs"
            variant="default"
            aria-expanded={open}
            aria-label={`${t(open ? 'audit.hide' : 'audit.show')}: ${sentence}`}
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'audit.hide' : 'audit.show')}
          </Button>
        </Table.Td>
      </Table.Tr>
      {open && (
        <Table.Tr>
          <Table.Td colSpan={5}>
            {act.contents === '' ? <p className="quiet">{t('audit.erased')}</p> : <Raw json={act.contents} open />}
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}
