// The staff themselves: who there is, with which roles, and what may be done about it.

import type { Colleague } from '@fairtick/contract/staff/people';
import { Button, Group, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay, useMember } from '../../hooks/use-me.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { Tag } from '../../parts/tag.tsx';
import { When } from '../../parts/when.tsx';
import { AddColleague } from './add-colleague.tsx';
import { type ColleagueAct, ColleagueDialog } from './colleague-dialog.tsx';

export function Colleagues() {
  const t = useTexts();
  const may = useMay();
  const list = useRead('staff_list', {}, { everyMs: 60_000 });
  const [adding, setAdding] = useState(false);
  return (
    <Page
      title={t('staff.title')}
      aside={may('staff', 'propose') && <Button onClick={() => setAdding(true)}>{t('staff.add')}</Button>}
    >
      <Loaded of={list}>{(colleagues) => <ColleagueRows colleagues={colleagues} />}</Loaded>
      {adding && <AddColleague onClose={() => setAdding(false)} />}
    </Page>
  );
}

function ColleagueRows({ colleagues }: { colleagues: readonly Colleague[] }) {
  const t = useTexts();
  const [open, setOpen] = useState<{ colleague: Colleague; act: ColleagueAct } | undefined>();
  const columns = ['name', 'roles', 'state', 'last_seen', 'linked', 'actions'] as const;
  return (
    <>
      {onlyOneOwner(colleagues) && <p className="note-warn">{t('staff.one_owner')}</p>}
      <Rows label={t('staff.title')} columns={columns.map((name) => ({ name: t(`column.${name}`) }))}>
        {colleagues.map((colleague) => (
          <ColleagueRow key={colleague.id} colleague={colleague} onAct={(act) => setOpen({ colleague, act })} />
        ))}
      </Rows>
      {open && <ColleagueDialog colleague={open.colleague} act={open.act} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** Whether all hangs on one person: nobody else could decide with them, or let them in again. */
const onlyOneOwner = (colleagues: readonly Colleague[]): boolean =>
  colleagues.filter(({ roles, joined, disabled }) => roles.includes('owner') && joined && !disabled).length === 1;

function ColleagueRow({ colleague, onAct }: { colleague: Colleague; onAct: (act: ColleagueAct) => void }) {
  const t = useTexts();
  const mayAudit = useMay()('audit');
  return (
    <Table.Tr>
      <Table.Td className="long">
        <strong>{colleague.name}</strong>
        <br />
        <span className="quiet">{colleague.email}</span>
      </Table.Td>
      <Table.Td className="several">
        <Group gap={4}>
          {colleague.roles.map((role) => (
            <Tag key={role} tone="state">
              {t(`role.${role}`)}
            </Tag>
          ))}
        </Group>
      </Table.Td>
      <Table.Td>
        <ColleagueState colleague={colleague} />
      </Table.Td>
      <Table.Td>
        {colleague.lastSeen === null ? <span className="quiet">{t('never')}</span> : <When at={colleague.lastSeen} />}
      </Table.Td>
      <Table.Td>
        {colleague.linkedUsers.length === 0 ? (
          <span className="quiet">{t('none')}</span>
        ) : (
          colleague.linkedUsers.join(', ')
        )}
      </Table.Td>
      <Table.Td className="several">
        {mayAudit && (
          <Link to="/audit" search={{ staff: colleague.id }} aria-label={t('audit.of', { name: colleague.name })}>
            {t('audit.title')}
          </Link>
        )}
        <ColleagueActs colleague={colleague} onAct={onAct} />
      </Table.Td>
    </Table.Tr>
  );
}

function ColleagueState({ colleague }: { colleague: Colleague }) {
  const t = useTexts();
  if (colleague.disabled) return <Tag tone="bad">{t('staff.disabled')}</Tag>;
  return colleague.joined ? <Tag tone="good">{t('staff.joined')}</Tag> : <Tag tone="warn">{t('staff.invited')}</Tag>;
}

function ColleagueActs({ colleague, onAct }: { colleague: Colleague; onAct: (act: ColleagueAct) => void }) {
  const t = useTexts();
  const may = useMay();
  const self = useMember()?.id === colleague.id;
  if (!may('staff', 'propose')) return <span className="quiet">{t('none')}</span>;
  const acts: readonly ColleagueAct[] = colleague.disabled
    ? ['enable']
    : [...(colleague.joined ? [] : (['link'] as const)), 'roles', 'link_user', ...(self ? [] : (['disable'] as const))];
  return (
    <Group gap={4} wrap="wrap">
      {acts.map((act) => (
        <Button
          key={act}
          size="compact-xs"
          variant={act === 'disable' ? 'light' : 'default'}
          color={act === 'disable' ? 'red' : 'blue'}
          aria-label={`${t(`staff.${act}`)}: ${colleague.name}`}
          onClick={() => onAct(act)}
        >
          {t(`staff.${act}`)}
        </Button>
      ))}
    </Group>
  );
}
