// What somebody tells the house. A visitor says where they can be answered and answers a captcha, which the screen hands in; a real user may add a
// picture; facts about the device go with a tick alone.

import { FEEDBACK_KINDS, FEEDBACK_LEAST, FEEDBACK_MOST, type FeedbackKind } from '@fairtick/contract/feedback-kinds';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { Checkbox } from '@fairtick/ui/checkbox';
import { Field } from '@fairtick/ui/field';
import { SelectField } from '@fairtick/ui/select-field';
import { TextArea } from '@fairtick/ui/text-area';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { ABOUT } from '../../calculators/refused.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useFaultFocus } from '../../hooks/use-fault-focus.ts';
import { usePhoto } from '../../hooks/use-photo.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { deviceFacts } from '../../stores/device-facts.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import { PictureField } from './picture-field.tsx';

export type SentFeedback = AnswerOf<'feedback_send'>;

/** Of a visitor. */
export interface Check {
  readonly missing: boolean;
  readonly answer: { readonly key?: string; readonly captcha?: string };
  readonly focus: () => void;
  readonly spent: () => void;
  readonly field: (tried: boolean, error: string | undefined) => ReactNode;
}

const SHOWN = [...ABOUT.written, ...ABOUT.email, ...ABOUT.captcha];
const kindOf = (text: string): FeedbackKind => FEEDBACK_KINDS.find((one) => one === text) ?? 'other';

interface Props {
  /** undefined for whoever is signed in. */
  readonly check: Check | undefined;
  readonly pictures: boolean;
  readonly onSent: (sent: SentFeedback) => void;
}

// Long because each line is a field of the form, or what is sent of it.
export function FeedbackForm({ check, pictures, onSent }: Props) {
  const t = useTexts('feedback');
  const [kind, setKind] = useState<FeedbackKind>('bug');
  const [text, setText] = useState('');
  const [email, setEmail] = useState('');
  const [device, setDevice] = useState(false);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const textInput = useRef<HTMLTextAreaElement>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  const picture = usePhoto();
  const act = useAct('feedback_send', SHOWN);
  useFaultFocus(form, act.refusal);
  const short = [...text.trim()].length < FEEDBACK_LEAST;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (short) return textInput.current?.focus();
    if (check && email.trim() === '') return emailInput.current?.focus();
    if (check?.missing) return check.focus();
    // What was chosen is sent with it, or taken away first.
    if (picture.chosen && picture.chosen.state !== 'sent')
      return form.current?.querySelector<HTMLInputElement>('input[type=file]')?.focus();
    const sent = await act.send({
      kind,
      text,
      image: picture.chosen?.url ?? '',
      device: device ? deviceFacts() : '',
      ...(check ? { email, ...check.answer } : {}),
    });
    if (!sent) return check?.spent();
    refresh(QUERY.feedback);
    onSent(sent);
  }

  const emailError =
    (act.said(ABOUT.email) && t('email.invalid')) ?? (tried && email.trim() === '' ? t('email.missing') : undefined);
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <SelectField
        label={t('kind')}
        value={kind}
        onValue={(next) => setKind(kindOf(next))}
        options={FEEDBACK_KINDS.map((one) => ({ value: one, text: t(`kind.${one}`) }))}
      />
      {kind === 'complaint' && <Banner>{t('complaint.note')}</Banner>}
      <TextArea
        ref={textInput}
        label={t('text')}
        value={text}
        onValue={setText}
        maxLength={FEEDBACK_MOST}
        hint={t('text.hint')}
        error={act.said(ABOUT.written) ?? (tried && short ? t('text.short') : undefined)}
      />
      {pictures && <PictureField picture={picture} />}
      {check && (
        <>
          <Field
            ref={emailInput}
            label={t('email')}
            value={email}
            onValue={setEmail}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            dir="ltr"
            hint={t('email.hint')}
            {...(emailError === undefined ? {} : { error: emailError })}
          />
          {check.field(tried, act.said(ABOUT.captcha))}
        </>
      )}
      <div>
        <Checkbox label={t('device')} checked={device} onChecked={setDevice} />
        {device ? (
          <pre dir="ltr" className="mt-1 whitespace-pre-wrap break-words rounded-md bg-sunken p-3 text-muted text-xs">
            {deviceFacts()}
          </pre>
        ) : (
          <p className="text-quiet text-sm">{t('device.none')}</p>
        )}
      </div>
      <Button
        type="submit"
        wide
        busy={act.busy || picture.chosen?.state === 'sending' || picture.chosen?.state === 'shrinking'}
        className="mt-1"
      >
        {t('send')}
      </Button>
    </form>
  );
}
