// Who borrows: the eight fields, sent for a person to look at. What is missing is said when one tries to send it.

import type { LoanPersonView } from '@fairtick/contract/http/loans';
import { systemClock } from '@fairtick/kernel/clock';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { Field } from '@fairtick/ui/field';
import { Segmented } from '@fairtick/ui/segmented';
import { SelectField } from '@fairtick/ui/select-field';
import Lock from 'lucide-react/icons/lock';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type FormEvent, useRef } from 'react';
import { dayText } from '../../calculators/loans.ts';
import { ABOUT } from '../../calculators/refused.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useCountries } from '../../hooks/use-areas.ts';
import { useFaultFocus } from '../../hooks/use-fault-focus.ts';
import { type Photo, usePhoto } from '../../hooks/use-photo.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { HandPicture } from './hand-picture.tsx';
import { MobileField } from './mobile-field.tsx';
import { type PersonDraft, usePersonDraft } from './use-person-draft.ts';

const FIRST_BIRTHDAY = '1950-01-01';
const SHOWN = [...ABOUT.loanName, ...ABOUT.birthday, ...ABOUT.area];

export function PersonForm({ before, onSent }: { before: LoanPersonView; onSent: () => void }) {
  const draft = usePersonDraft(before);
  const photo = usePhoto();
  const form = useRef<HTMLFormElement>(null);
  const photoInput = useRef<HTMLInputElement>(null);
  const act = useAct('loan_person_submit', SHOWN);
  useFaultFocus(form, act.refusal);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    draft.setTried(true);
    const url = photo.chosen?.url ?? '';
    const [first] = draft.missing;
    if (first) return form.current?.querySelector<HTMLElement>(`[name=${first}], [data-field=${first}] input`)?.focus();
    if (url === '') return photoInput.current?.focus();
    if (await act.send({ ...draft.sent, hand_pic: url })) onSent();
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {before.status === 3 && <Rejected before={before} />}
      <Fields draft={draft} said={act.said} />
      <HandPicture
        photo={photo}
        inputRef={photoInput}
        error={draft.tried && !photo.chosen ? draft.say('hand_pic') : undefined}
      />
      <Sealed />
      <Send photo={photo} busy={act.busy} />
    </form>
  );
}

function Rejected({ before }: { before: LoanPersonView }) {
  const t = useTexts('loans');
  return (
    <Banner tone="warn" icon={<TriangleAlert size={20} />}>
      <p className="font-semibold">
        {before.reason === '' ? t('rejected.plain') : t('rejected', { reason: before.reason })}
      </p>
      {before.reason_words !== '' && (
        <blockquote dir="auto" className="mt-1 break-words">
          {before.reason_words}
        </blockquote>
      )}
      <p className="mt-1">{t('rejected.again')}</p>
    </Banner>
  );
}

// Long because each line is a field of the form.
function Fields({ draft, said }: { draft: PersonDraft; said: (codes: readonly number[]) => string | undefined }) {
  const t = useTexts('loans');
  const countries = useCountries();
  const field = (name: 'last' | 'first' | 'birthday') => ({
    name,
    label: t(name),
    value: draft.typed[name],
    onValue: (value: string) => draft.set(name, value),
  });
  const fault = (name: keyof PersonDraft['typed'], codes: readonly number[] = []) => {
    const error = said(codes) ?? draft.say(name);
    return error === undefined ? {} : { error };
  };
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2 sm:items-start sm:gap-3">
        <Field {...field('last')} maxLength={60} autoComplete="family-name" {...fault('last', ABOUT.loanName)} />
        <Field {...field('first')} maxLength={60} autoComplete="given-name" {...fault('first')} />
      </div>
      <div data-field="sex">
        <span className="mb-1.5 block font-medium text-muted text-sm">{t('sex')}</span>
        <Segmented
          label={t('sex')}
          value={draft.typed.sex}
          onValue={(value) => draft.set('sex', value)}
          options={[
            { value: '1', text: t('sex.1') },
            { value: '2', text: t('sex.2') },
          ]}
        />
        {draft.say('sex') !== undefined && (
          <p role="alert" className="mt-1.5 text-danger text-sm">
            {draft.say('sex')}
          </p>
        )}
      </div>
      <Field
        {...field('birthday')}
        type="date"
        min={FIRST_BIRTHDAY}
        max={dayText(systemClock.now())}
        autoComplete="bday"
        hint={t('birthday.hint')}
        {...fault('birthday', ABOUT.birthday)}
      />
      <SelectField
        name="country"
        label={t('country')}
        value={draft.typed.country}
        onValue={(value) => draft.set('country', value)}
        options={[
          { value: '', text: t('country.choose') },
          ...countries.map(({ id, name }) => ({ value: id, text: name })),
        ]}
        {...fault('country', ABOUT.area)}
      />
      <MobileField draft={draft} />
      <div>
        <span className="mb-1.5 block font-medium text-muted text-sm">{t('card')}</span>
        <Segmented
          label={t('card')}
          value={draft.typed.card}
          onValue={(value) => draft.set('card', value)}
          options={[
            { value: '1', text: t('card.1') },
            { value: '2', text: t('card.2') },
          ]}
        />
      </div>
    </>
  );
}

function Sealed() {
  const t = useTexts('loans');
  return (
    <p className="flex items-start gap-3 text-muted text-sm">
      <Lock aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-quiet" />
      <span className="text-pretty">{t('sealed')}</span>
    </p>
  );
}

function Send({ photo, busy }: { photo: Photo; busy: boolean }) {
  const t = useTexts('loans');
  const state = photo.chosen?.state;
  const underWay = state === 'shrinking' || state === 'sending';
  return (
    <Button type="submit" size="lg" wide busy={busy} disabled={underWay}>
      {t(underWay ? 'send.picture' : 'send')}
    </Button>
  );
}
