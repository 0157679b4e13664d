// When, where and by whom an item is read: the same fields where one is begun and where that is changed.

import { AUDIENCES, type ContentAudience } from '@fairtick/contract/content-kinds';
import { systemClock } from '@fairtick/kernel/clock';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { countriesOf, fromLocalInput, toLocalInput } from '../../calculators/content.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { typedInto } from '../../parts/field-value.ts';

interface Shown {
  readonly audience: ContentAudience;
  readonly pinned: boolean;
  readonly countries: readonly string[];
  readonly publishTime: number;
  readonly expireTime: number | null;
}

const typedShown = ({ audience, pinned, countries, publishTime, expireTime }: Shown) => ({
  ...{ audience, pinned, countries: countries.join(', ') },
  from: toLocalInput(publishTime),
  until: expireTime === null ? '' : toLocalInput(expireTime),
});
type TypedShown = ReturnType<typeof typedShown>;

/** What was shown and not touched stays to the millisecond: a field knows minutes. */
const momentOf = (typed: string, before: number | null | undefined): number | undefined =>
  typeof before === 'number' && typed === toLocalInput(before) ? before : fromLocalInput(typed);

/** `value` as the calls take it; undefined while something of it can't be sent. */
export function useShown(before: Shown | undefined) {
  const [typed, setTyped] = useState<TypedShown>(() =>
    typedShown(
      before ?? {
        ...{ audience: 'all', pinned: false, countries: [] },
        ...{ publishTime: systemClock.now(), expireTime: null },
      },
    ),
  );
  const countries = countriesOf(typed.countries);
  const publish = momentOf(typed.from, before?.publishTime);
  const expire = typed.until === '' ? undefined : momentOf(typed.until, before?.expireTime);
  const isOrdered = publish !== undefined && (typed.until === '' || (expire !== undefined && expire > publish));
  const value =
    isOrdered && countries !== undefined
      ? {
          ...{ audience: typed.audience, publish_time: publish, countries },
          ...(expire !== undefined && { expire_time: expire }),
          pinned: typed.pinned ? ('yes' as const) : ('no' as const),
        }
      : undefined;
  return { typed, value, change: (to: Partial<TypedShown>) => setTyped((now) => ({ ...now, ...to })) };
}

export function ShownFields({ typed, change }: Pick<ReturnType<typeof useShown>, 'typed' | 'change'>) {
  const t = useTexts();
  return (
    <>
      <NativeSelect
        label={t('content.audience')}
        value={typed.audience}
        onChange={typedInto((text) => change({ audience: AUDIENCES.find((one) => one === text) ?? 'all' }))}
        data={AUDIENCES.map((one) => ({ value: one, label: t(`content.audience.${one}`) }))}
      />
      <TextInput
        label={t('content.countries')}
        description={t('content.countries_hint')}
        value={typed.countries}
        onChange={typedInto((text) => change({ countries: text }))}
        error={countriesOf(typed.countries) === undefined && t('content.countries_hint')}
      />
      <TextInput
        type="datetime-local"
        label={t('content.from')}
        value={typed.from}
        onChange={typedInto((text) => change({ from: text }))}
        withAsterisk
      />
      <TextInput
        type="datetime-local"
        label={t('content.until')}
        value={typed.until}
        onChange={typedInto((text) => change({ until: text }))}
      />
      <Checkbox
        label={t('content.pinned')}
        checked={typed.pinned}
        onChange={(event) => change({ pinned: event.currentTarget.checked })}
      />
    </>
  );
}
