// A list of cards for a phone, and the card: what it is and its figure on the first line, where a thumb looks first; more below.

import { type ReactNode, useMemo } from 'react';

export interface CardListProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** The same function until something about all cards changes: a card is drawn anew only with its item or with this. */
  readonly card: (item: T) => ReactNode;
}

export function CardList<T>({ items, keyOf, card }: CardListProps<T>) {
  return (
    <ul className="grid gap-2.5">
      {items.map((item) => (
        <li key={keyOf(item)}>
          <Item item={item} card={card} />
        </li>
      ))}
    </ul>
  );
}

function Item<T>({ item, card }: Pick<CardListProps<T>, 'card'> & { item: T }) {
  return useMemo(() => card(item), [item, card]);
}

export interface SummaryCardProps {
  readonly onPress: () => void;
  /** A code: left to right in every language. */
  readonly title: string;
  readonly tags: ReactNode;
  readonly figure: ReactNode;
  /** From where to where it went; `to` is absent where nothing happened. */
  readonly from: ReactNode;
  readonly to?: ReactNode;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

export function SummaryCard({ onPress, title, tags, figure, from, to, note, children }: SummaryCardProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onPress}
      className="grid w-full gap-1.5 rounded-lg border border-line bg-surface px-4 py-3 text-start shadow-card transition-colors duration-150 hover:border-line-strong active:bg-sunken"
    >
      <span className="flex items-center justify-between gap-4">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <bdi dir="ltr" className="font-semibold text-md">
            {title}
          </bdi>
          {tags}
        </span>
        {figure}
      </span>
      <span className="flex items-baseline justify-between gap-4">
        <bdi dir="ltr" className="tabular flex items-baseline gap-x-1.5 whitespace-nowrap text-muted text-sm">
          {from}
          {to && (
            <>
              <span aria-hidden="true" className="text-quiet">
                →
              </span>
              {to}
            </>
          )}
        </bdi>
        {note}
      </span>
      {children}
    </button>
  );
}
