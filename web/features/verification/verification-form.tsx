// Name, number and two photos, sent for a person to look at. What is missing is said when one tries to send it.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { Field } from '@fairtick/ui/field';
import { useFormats } from '@fairtick/ui/locale';
import { SelectField } from '@fairtick/ui/select-field';
import EyeOff from 'lucide-react/icons/eye-off';
import Lock from 'lucide-react/icons/lock';
import Scan from 'lucide-react/icons/scan';
import Trash2 from 'lucide-react/icons/trash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type FormEvent, useRef, useState } from 'react';
import { ABOUT } from '../../calculators/refused.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useCountries } from '../../hooks/use-areas.ts';
import { useFaultFocus } from '../../hooks/use-fault-focus.ts';
import { type Photo, usePhoto } from '../../hooks/use-photo.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { PhotoField } from './photo-field.tsx';

const TIPS = [
  { text: 'tip.corners', Icon: Scan },
  { text: 'tip.sealed', Icon: Lock },
  { text: 'tip.seen', Icon: EyeOff },
  { text: 'tip.deleted', Icon: Trash2 },
] as const;

type RealName = AnswerOf<'real_name'>;

// Long because each line is a field of the form, or what is sent of it.
export function VerificationForm({ before, onSent }: { before: RealName; onSent: (now: RealName) => void }) {
  const t = useTexts('verification');
  const [name, setName] = useState(before.name);
  const [country, setCountry] = useState(before.country);
  const [card, setCard] = useState('');
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const countryInput = useRef<HTMLSelectElement>(null);
  const cardInput = useRef<HTMLInputElement>(null);
  const photoInputs = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)] as const;
  const countries = useCountries();
  const [front, reverse] = [usePhoto(), usePhoto()];
  const act = useAct('real_name_submit', ABOUT.area);
  useFaultFocus(form, act.refusal);
  const missing = (text: string): boolean => tried && text.trim() === '';

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '') return nameInput.current?.focus();
    if (country === '') return countryInput.current?.focus();
    if (card.trim() === '') return cardInput.current?.focus();
    const [front_pic, reverse_pic] = [front.chosen?.url, reverse.chosen?.url];
    if (!front_pic) return photoInputs[0].current?.focus();
    if (!reverse_pic) return photoInputs[1].current?.focus();
    const now = await act.send({ name, card_id: card, country, front_pic, reverse_pic });
    if (now) onSent(now);
  }

  const countryError = act.said(ABOUT.area) ?? (missing(country) ? t('country.missing') : undefined);
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {before.review_status === 3 && (
        <Banner tone="warn" icon={<TriangleAlert size={20} />}>
          <p className="font-semibold">
            {before.reason === '' ? t('rejected.plain') : t('rejected', { reason: before.reason })}
          </p>
          {before.reason_words !== '' && (
            <figure className="mt-1">
              <figcaption>{t('rejected.words')}</figcaption>
              <blockquote dir="auto" className="break-words">
                {before.reason_words}
              </blockquote>
            </figure>
          )}
          <p className="mt-1">{t('rejected.again')}</p>
        </Banner>
      )}
      <Field
        ref={nameInput}
        label={t('name')}
        value={name}
        onValue={setName}
        maxLength={120}
        autoComplete="name"
        {...(missing(name) ? { error: t('name.missing') } : {})}
      />
      <SelectField
        ref={countryInput}
        label={t('country')}
        value={country}
        onValue={setCountry}
        options={[
          { value: '', text: t('country.choose') },
          ...countries.map(({ id, name }) => ({ value: id, text: name })),
        ]}
        {...(countryError === undefined ? {} : { error: countryError })}
      />
      <Field
        ref={cardInput}
        label={t('card')}
        value={card}
        onValue={setCard}
        maxLength={60}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...(missing(card) ? { error: t('card.missing') } : {})}
      />
      <div className="grid grid-cols-2 items-start gap-3">
        <PhotoField side="front" photo={front} inputRef={photoInputs[0]} missing={tried && !front.chosen} />
        <PhotoField side="reverse" photo={reverse} inputRef={photoInputs[1]} missing={tried && !reverse.chosen} />
      </div>
      <Tips />
      <Submit photos={[front, reverse]} busy={act.busy} />
    </form>
  );
}

/** While photos are on their way the button says so, and how far they are. */
function Submit({ photos, busy }: { photos: readonly Photo[]; busy: boolean }) {
  const t = useTexts('verification');
  const formats = useFormats();
  const chosen = photos.flatMap((photo) => photo.chosen ?? []);
  const underWay = chosen.some(({ state }) => state === 'shrinking' || state === 'sending');
  const share = chosen.reduce((sum, one) => sum + one.share, 0) / Math.max(1, chosen.length);
  const percent = formats.percent(String(Math.round(share * 100)), { places: 0 });
  return (
    <Button type="submit" wide busy={busy} disabled={underWay}>
      {underWay ? t('submit.sending', { percent }) : t('submit')}
    </Button>
  );
}

function Tips() {
  const t = useTexts('verification');
  return (
    <Card className="px-4 py-3">
      <ul className="grid gap-2.5 text-muted text-sm">
        {TIPS.map(({ text, Icon }) => (
          <li key={text} className="flex items-start gap-3">
            <Icon aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-quiet" />
            <span className="text-pretty">{t(text)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
