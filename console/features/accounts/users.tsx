// Users, found by UID, e-mail or id; the newest where nothing is asked.

import type { FoundUser } from '@fairtick/contract/staff/users';
import { Button, Table } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import UserSearch from 'lucide-react/icons/user-search';
import { ROW_KEYS, useKeys } from '../../hooks/use-keys.ts';
import { usePages } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { When } from '../../parts/when.tsx';
import { call } from '../../stores/api.ts';
import { LockTags, VerifiedTag } from './standing-tags.tsx';

export function Users({ q }: { q: string }) {
  const t = useTexts();
  const pages = usePages(['users', q], (before, signal) =>
    call('users', { q, ...(before !== undefined && { before }) }, { signal }),
  );
  useKeys(ROW_KEYS);
  return (
    <Page
      title={t('users.title')}
      keys={[
        [['/'], t('key.search')],
        [['J', 'K'], t('key.move')],
        [['↵'], t('key.open')],
      ]}
    >
      <FoundFor q={q} />
      <Loaded of={pages}>
        {({ pages: read }) => (
          <>
            <UserRows rows={read.flatMap(({ data }) => data)} />
            <MoreButton of={pages} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** What was searched for, in the header; and the way back to all. */
function FoundFor({ q }: { q: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  if (q === '') return <p className="quiet lead">{t('users.newest')}</p>;
  return (
    <p className="found">
      {t('users.found_for', { q })}
      <Button size="compact-xs" variant="default" onClick={() => void navigate({ to: '/users', search: {} })}>
        {t('users.all')}
      </Button>
    </p>
  );
}

function UserRows({ rows }: { rows: readonly FoundUser[] }) {
  const t = useTexts();
  if (rows.length === 0)
    return <Empty icon={<UserSearch size={28} />} title={t('users.empty')} text={t('users.empty_text')} />;
  const columns = ['uid', 'account', 'realm', 'country', 'verified', 'locks', 'since'] as const;
  return (
    <Rows label={t('users.title')} columns={columns.map((name) => ({ name: t(`column.${name}`) }))}>
      {rows.map((user) => (
        <Table.Tr key={user.id}>
          <Table.Td>
            <Link to="/users/$id" params={{ id: user.id }} data-row className="row-link">
              {user.uid}
            </Link>
          </Table.Td>
          <Table.Td className="long">{user.account}</Table.Td>
          <Table.Td>{t(`realm.${user.realm}`)}</Table.Td>
          <Table.Td>{user.country}</Table.Td>
          <Table.Td>
            <VerifiedTag verified={user.verified} />
          </Table.Td>
          <Table.Td>
            <LockTags locks={user.locks} />
          </Table.Td>
          <Table.Td>
            <When at={user.createdTime} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}
