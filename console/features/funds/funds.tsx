// Fund products: what runs, what is promised and what the books have set aside for it; and redemptions that wait, which can be confirmed sooner.

import { Button, Table } from '@mantine/core';
import Landmark from 'lucide-react/icons/landmark';
import { useAct } from '../../hooks/use-act.ts';
import { useMay } from '../../hooks/use-me.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { Empty } from '../../parts/empty.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Facts, Panel } from '../../parts/panel.tsx';
import { Rows } from '../../parts/rows.tsx';
import { When } from '../../parts/when.tsx';
import type { StaffAnswer } from '../../stores/api.ts';

type Funds = StaffAnswer<'funds'>;

export function FundsPage() {
  const t = useTexts();
  const funds = useRead('funds', {}, { fresh: true, everyMs: 30_000 });
  return (
    <Page title={t('funds.title')}>
      <p className="quiet lead">{t('funds.about')}</p>
      <Loaded of={funds} rows={8}>
        {(found) => (
          <div className="cards">
            <Covered found={found} />
            <Products products={found.products} />
            <Redemptions redemptions={found.redemptions} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Covered({ found: { free, setAside, promised } }: { found: Funds }) {
  const t = useTexts();
  const formats = useFormats();
  return (
    <Panel title={t('funds.covered')}>
      <Facts
        rows={[
          [t('funds.set_aside'), formats.money(setAside)],
          [t('funds.promised'), formats.money(promised)],
          [t('funds.free'), formats.money(free)],
        ]}
      />
    </Panel>
  );
}

function Products({ products }: { products: Funds['products'] }) {
  const t = useTexts();
  const formats = useFormats();
  return (
    <Panel title={t('funds.products')} flush>
      <Rows
        label={t('funds.products')}
        columns={[
          { name: t('funds.product') },
          { name: t('funds.count'), end: true },
          { name: t('funds.running'), end: true },
          { name: t('funds.promised'), end: true },
          { name: t('funds.capacity'), end: true },
        ]}
      >
        {products.map(({ id, title, sold, count, running, promised, capacity }) => (
          <Table.Tr key={id}>
            <Table.Td>
              {title === '' ? id : title} {!sold && <span className="quiet">· {t('funds.not_sold')}</span>}
            </Table.Td>
            <Table.Td className="end figure">{formats.count(count)}</Table.Td>
            <Table.Td className="end figure">{formats.money(running)}</Table.Td>
            <Table.Td className="end figure">{formats.money(promised)}</Table.Td>
            <Table.Td className="end figure">{formats.money(capacity)}</Table.Td>
          </Table.Tr>
        ))}
      </Rows>
    </Panel>
  );
}

function Redemptions({ redemptions }: { redemptions: Funds['redemptions'] }) {
  const t = useTexts();
  const formats = useFormats();
  const may = useMay();
  const act = useAct('fund_confirm');
  return (
    <Panel title={t('funds.redemptions')} flush>
      {act.failure && <FailureNote failure={act.failure} />}
      {redemptions.length === 0 ? (
        <Empty icon={<Landmark size={28} />} title={t('funds.none_waits')} />
      ) : (
        <Rows
          label={t('funds.redemptions')}
          columns={[
            { name: t('funds.user') },
            { name: t('funds.product') },
            { name: t('funds.amount'), end: true },
            { name: t('funds.penalty'), end: true },
            { name: t('funds.by_itself') },
            { name: '' },
          ]}
        >
          {redemptions.map(({ id, uid, product, amount, penalty, confirmedBy }) => (
            <Table.Tr key={id}>
              <Table.Td className="figure">{uid}</Table.Td>
              <Table.Td>{product}</Table.Td>
              <Table.Td className="end figure">{formats.money(amount)}</Table.Td>
              <Table.Td className="end figure">{formats.money(penalty)}</Table.Td>
              <Table.Td>
                <When at={confirmedBy} />
              </Table.Td>
              <Table.Td className="end">
                {may('funds', 'do') && (
                  <Button size="xs" variant="default" loading={act.busy} onClick={() => void act.send({ id })}>
                    {t('funds.confirm')}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Rows>
      )}
    </Panel>
  );
}
