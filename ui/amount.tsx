// The one component that shows an amount of money: with two decimals, or whole where every place counts; those past the second stand small.

import { cx } from './cx.ts';
import { HIDDEN, signOf, useFormats, useHidden, useWords } from './locale.tsx';

/** A tabular figure of the font, with its share of narrower points and commas. */
const CHARACTER_EM = 0.62;

export interface AmountProps {
  /** Decimal text in USD. */
  readonly value: string;
  /** plain: ink. result: coloured by sign and always signed. */
  readonly tone?: 'plain' | 'result';
  /** Decimals; two on screens. 'whole': all that the figure has, for statements, proofs and worths below a cent. */
  readonly places?: number | 'whole';
  /** Nobody's own, or not yet: also while what a person owns is hidden. */
  readonly shown?: boolean;
  readonly className?: string;
}

export function Amount({ value, tone = 'plain', places = 2, shown, className }: AmountProps) {
  const formats = useFormats();
  const words = useWords();
  const hidden = useHidden();
  if (hidden && !shown) {
    return (
      <span role="img" aria-label={words.hidden} className={cx('tabular', className)}>
        {HIDDEN}
      </span>
    );
  }
  const sign = signOf(value);
  const { head, more, tail } = formats.moneyParts(value, {
    ...(places === 'whole' ? {} : { places }),
    signed: tone === 'result',
  });
  const color = tone === 'result' && (sign > 0 ? 'text-up' : sign < 0 ? 'text-down' : 'text-muted');
  return (
    <bdi dir="ltr" className={cx('tabular whitespace-nowrap', color, className)}>
      {head}
      {more !== '' && <span className="font-medium text-[max(0.52em,0.6875rem)] opacity-75">{more}</span>}
      {tail}
    </bdi>
  );
}

/** The one big figure of a screen: as large as its line allows, never wider. Its parent sets the weight. */
export function HeroAmount({ value, className }: Pick<AmountProps, 'value' | 'className'>) {
  const text = useFormats().money(value, { places: 2 });
  const widthEm = text.length * CHARACTER_EM;
  return (
    <span className={cx('@container block', className)}>
      <span className="block leading-tight" style={{ fontSize: `min(2.25rem, calc(100cqi / ${widthEm.toFixed(2)}))` }}>
        <Amount value={value} />
      </span>
    </span>
  );
}
