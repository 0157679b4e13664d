// A statement as it is printed: whose it is, of which days, what there was, each line, and what that makes. Black on white, whatever the app's colours.

import { useFormats } from '@fairtick/ui/locale';
import type { Range } from '../../calculators/ledger.ts';
import type { Statement } from '../../calculators/statement.ts';
import type { AccountTypeId } from '../../calculators/transfers.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';

interface Props {
  readonly account: AccountTypeId;
  readonly range: Range;
  readonly statement: Statement;
  readonly madeMs: number;
}

export function StatementPaper({ account, range, statement: { opening, lines, closing }, madeMs }: Props) {
  const t = useTexts('wallet');
  const accounts = useTexts('account');
  const formats = useFormats();
  const uid = useSession()?.user.uid ?? '';
  const first = range.from === '' ? lines[0]?.time : Number(range.from);
  const last = formats.date(range.to === '' ? madeMs : Number(range.to) - 1);
  return (
    <article className="paper" aria-label={t('statement.title')}>
      <h1 className="font-semibold text-xl">{t('statement.title')}</h1>
      <p className="mt-1">{t('statement.of', { account: accounts(`account.${account}`), uid })}</p>
      <p>
        {first === undefined
          ? t('statement.until', { last })
          : t('statement.days', { first: formats.date(first), last })}
      </p>
      <table className="tabular mt-4 w-full border-collapse">
        <thead>
          <tr>
            <th scope="col">{t('statement.time')}</th>
            <th scope="col">{t('history.entry')}</th>
            <th scope="col">{t('history.value')}</th>
            <th scope="col">{t('history.lock')}</th>
            <th scope="col">{t('statement.free')}</th>
          </tr>
        </thead>
        <tbody>
          <Ends text={t('statement.opening')} {...opening} />
          <Lines lines={lines} />
          <Ends text={t('statement.closing')} {...closing} />
        </tbody>
      </table>
      <p className="mt-3">{t('history.zone', { zone: formats.zone ?? '' })}</p>
      <p>{t('statement.made', { time: formats.dateTime(madeMs) })}</p>
    </article>
  );
}

function Lines({ lines }: Pick<Statement, 'lines'>) {
  const t = useTexts('wallet');
  const formats = useFormats();
  if (lines.length === 0)
    return (
      <tr>
        <td colSpan={5}>{t('statement.none')}</td>
      </tr>
    );
  return lines.map(({ time, kind, value, held, freeAfter }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, and never again in another order.
    <tr key={at}>
      <td>{formats.dateTime(time)}</td>
      <td>{kind}</td>
      <td>
        <Money value={value} signed />
      </td>
      <td>
        <Money value={held} signed />
      </td>
      <td>
        <Money value={freeAfter} />
      </td>
    </tr>
  ));
}

function Ends({ text, free, held }: Statement['opening'] & { readonly text: string }) {
  return (
    <tr className="font-semibold">
      <th scope="row" colSpan={3}>
        {text}
      </th>
      <td>
        <Money value={held} />
      </td>
      <td>
        <Money value={free} />
      </td>
    </tr>
  );
}

/** With all its places: what is printed adds up to the last of them. */
function Money({ value, signed = false }: { readonly value: string; readonly signed?: boolean }) {
  const formats = useFormats();
  const [, decimals = ''] = value.split('.');
  return <bdi dir="ltr">{formats.money(value, { places: Math.max(2, decimals.length), signed })}</bdi>;
}
