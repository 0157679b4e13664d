// What is offered where, in words: as it is, and what a proposal changes in it.

import { statusFacts } from '@fairtick/contract/service-status';
import type { OfferChange, Place } from '../../calculators/offers.ts';
import { placesOf } from '../../calculators/offers.ts';
import { textOrName } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useWords } from '../../i18n/use-words.ts';
import { Facts } from '../../parts/panel.tsx';
import { Raw } from '../../parts/raw.tsx';
import { StatusValue } from './status-words.tsx';

/** A setting's value: in words where it is one of places or the service's status, and as it came beneath. */
export function SettingValue({ value }: { value: string }) {
  const places = placesOf(value);
  const status = statusFacts(value);
  return (
    <>
      {status && <StatusValue facts={status} />}
      {places?.map((place) => (
        <PlaceFacts key={place.name} place={place} />
      ))}
      <Raw json={value} open={places === undefined && status === undefined} />
    </>
  );
}

function PlaceFacts({ place }: { place: Place }) {
  const t = useTexts();
  const words = useWords();
  const { name, countries, off, on, caps } = place;
  return (
    <section className="place" aria-label={name}>
      <h3>{name}</h3>
      <Facts
        rows={[
          [t('offers.countries_number', { number: countries.length }), words.countries(countries)],
          [t('offers.off'), off.length === 0 ? t('offers.off_none') : words.named('product', off)],
          [t('offers.on'), on.length === 0 ? t('offers.on_none') : words.named('product', on)],
          ...caps.map(
            ([kind, most]) =>
              [t('offers.cap', { pairs: textOrName(t, 'pairs', kind) }), <Multiple key={kind} most={most} />] as const,
          ),
        ]}
      />
    </section>
  );
}

/** A multiple as traders read it. */
function Multiple({ most }: { most: number | string }) {
  const t = useTexts();
  return <span className="figure">{t('offers.multiple', { most })}</span>;
}

/** How a line of a difference is called, and both its values. */
export function useOfferWords(): (change: OfferChange) => { field: string; old: string; next: string } {
  const t = useTexts();
  const words = useWords();
  const none = {
    countries: '',
    off: t('offers.off_none'),
    on: t('offers.on_none'),
    cap: t('offers.cap_none'),
  } as const;
  return ({ place, what, kind, old, next }) => {
    const said = (value: readonly string[] | undefined): string => {
      if (value === undefined) return what === 'cap' ? none.cap : '–';
      if (value.length === 0) return none[what];
      if (what === 'cap') return t('offers.multiple', { most: value[0] ?? '' });
      return what === 'off' || what === 'on' ? words.named('product', value) : words.countries(value);
    };
    const name = what === 'cap' ? t('offers.cap', { pairs: textOrName(t, 'pairs', kind) }) : t(`offers.${what}`);
    return { field: `${place} · ${name}`, old: said(old), next: said(next) };
  };
}
