// What a move of the house's money does to both of its sides, old beside new.

import { moveSides } from '../../calculators/house-books.ts';
import { textOrName } from '../../i18n/texts.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { OldAndNew } from './old-and-new.tsx';

export function HouseSides({
  of,
  accounts,
}: {
  of: Parameters<typeof moveSides>[0];
  accounts: Parameters<typeof moveSides>[1];
}) {
  const t = useTexts();
  const formats = useFormats();
  const sides = moveSides(of, accounts);
  if (!sides) return null;
  return (
    <>
      <OldAndNew
        lines={sides.map(({ account, old, next }) => ({
          field: textOrName(t, 'house_account', account),
          old: formats.money(old),
          next: formats.money(next),
        }))}
      />
      {sides.some(({ short }) => short) && <p className="note-warn">{t('house.short')}</p>}
    </>
  );
}
