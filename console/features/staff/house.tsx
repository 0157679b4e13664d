// The house's own money: what each of its accounts has, what the two pools hold outside, and the way to propose that some of it moves.

import { Button, Table } from '@mantine/core';
import { useState } from 'react';
import { type HouseAccount, heldBy } from '../../calculators/house-books.ts';
import { useKeys } from '../../hooks/use-keys.ts';
import { useMay } from '../../hooks/use-me.ts';
import { useRead } from '../../hooks/use-read.ts';
import { textOrName } from '../../i18n/texts.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PausedNote } from '../../parts/paused-note.tsx';
import { Rows } from '../../parts/rows.tsx';
import { ProposeMove } from './propose-move.tsx';

export function HouseMoney() {
  const t = useTexts();
  const may = useMay();
  const house = useRead('house', {}, { fresh: true, everyMs: 10_000 });
  const proof = useRead('client_money_books', {}, { everyMs: 10_000 });
  const [open, setOpen] = useState(false);
  const propose = may('books', 'propose') ? () => setOpen(true) : undefined;
  useKeys({ p: propose });
  return (
    <Page
      title={t('house.title')}
      aside={propose && <Button onClick={propose}>{t('house.propose')}</Button>}
      keys={propose ? [[['P'], t('house.propose')]] : []}
    >
      <p className="quiet lead">{t('house.about')}</p>
      <PausedNote paused={proof.data?.paused} />
      <Loaded of={house} rows={12}>
        {(accounts) => (
          <>
            <div className="cards">
              <Accounts title={t('house.own')} of={accounts.filter(({ account }) => !isOutside(account))} />
              <Accounts title={t('house.outside')} of={accounts.filter(({ account }) => isOutside(account))} />
            </div>
            {open && <ProposeMove accounts={accounts} onClose={() => setOpen(false)} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** What is on its way, or stands outside, is nobody's capital. */
const isOutside = (account: string): boolean => /^(external|clearing)/.test(account);

function Accounts({ title, of }: { title: string; of: readonly HouseAccount[] }) {
  const t = useTexts();
  const formats = useFormats();
  return (
    <Panel title={title} flush>
      <Rows label={title} columns={[{ name: t('balances.account') }, { name: t('house.holds'), end: true }]}>
        {of.map((one) => (
          <Table.Tr key={one.account}>
            <Table.Td>{textOrName(t, 'house_account', one.account)}</Table.Td>
            <Table.Td className="end figure">{formats.money(heldBy(one))}</Table.Td>
          </Table.Tr>
        ))}
      </Rows>
    </Panel>
  );
}
