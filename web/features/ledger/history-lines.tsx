// The lines of a ledger under their days: what moved, what of it was held or set free, and what was free after it.

import type { LedgerEntryView } from '@fairtick/contract/http/ledger';
import { signOf, useFormats, useOwnMoney } from '@fairtick/ui/locale';
import { daysOf, type LedgerLine, linesOf } from '../../calculators/ledger.ts';
import { useTexts } from '../../i18n/use-texts.ts';

export function HistoryLines({ entries, free }: { entries: readonly LedgerEntryView[]; free: string | undefined }) {
  const t = useTexts('wallet');
  const formats = useFormats();
  const days = daysOf(linesOf(entries, free), (ms) => formats.date(ms));
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="text-quiet">
          <th scope="col" className="px-4 py-2.5 text-start font-medium">
            {t('history.entry')}
          </th>
          <th scope="col" className="py-2.5 text-end font-medium">
            {t('history.value')}
          </th>
          <th scope="col" className="py-2.5 ps-3 pe-4 text-end font-medium">
            {t('history.lock')}
          </th>
        </tr>
      </thead>
      {days.map(({ day, lines }) => (
        <tbody key={`${day} ${lines[0]?.entry.Id}`}>
          <tr className="border-line border-y bg-sunken">
            <th scope="rowgroup" colSpan={3} className="px-4 py-2 text-start font-semibold text-muted">
              {day}
            </th>
          </tr>
          {lines.map((line) => (
            <Line key={line.entry.Id} line={line} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Line({ line: { entry, freeAfter } }: { line: LedgerLine }) {
  const t = useTexts('wallet');
  const formats = useFormats();
  const own = useOwnMoney();
  return (
    <tr className="border-line not-last:border-b">
      <th scope="row" className="px-4 py-3 text-start font-normal">
        <span className="block font-medium text-base leading-snug [overflow-wrap:anywhere]">{entry.MemoTran}</span>
        <span className="mt-0.5 block text-quiet text-sm">{formats.time(entry.CreatedAt)}</span>
        {freeAfter !== undefined && (
          <span className="block text-quiet text-sm">
            {t('history.after_line', { amount: own(freeAfter, { places: 2 }) })}
          </span>
        )}
      </th>
      <td className="py-3 text-end align-top font-semibold">
        <Moved value={entry.Value} />
      </td>
      <td className="py-3 ps-3 pe-4 text-end align-top">
        <Moved value={entry.LockValue} />
      </td>
    </tr>
  );
}

/** In ink, with its sign: what was moved or held is neither gained nor lost by it. */
function Moved({ value }: { value: string }) {
  const own = useOwnMoney();
  const sign = signOf(value);
  if (sign === 0) return <span className="text-quiet">–</span>;
  return (
    <bdi dir="ltr" className="tabular whitespace-nowrap">
      {own(value, { places: 2, signed: true })}
    </bdi>
  );
}
