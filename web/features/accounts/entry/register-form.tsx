// A visitor becomes a user: where they live, what they are called by, a code or a captcha, a password, at wish who invited them.

import { Button } from '@fairtick/ui/button';
import { Field } from '@fairtick/ui/field';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ABOUT } from '../../../calculators/refused.ts';
import { useAct } from '../../../hooks/use-act.ts';
import { useAnswer } from '../../../hooks/use-answer.ts';
import { useFaultFocus } from '../../../hooks/use-fault-focus.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { signIn } from '../../../stores/session.ts';
import { QUERY } from '../../../transport/query.ts';
import { AreaField } from './area-field.tsx';
import { CaptchaField } from './captcha-field.tsx';
import { SentCodeField } from './code-field.tsx';
import { KindTabs } from './kind-tabs.tsx';
import { NameField } from './name-fields.tsx';
import { NewPasswords } from './new-passwords.tsx';
import { useCaptcha } from './use-captcha.ts';
import { useNewPasswords } from './use-new-passwords.ts';
import { useSentCode } from './use-sent-code.ts';
import { useTypedName } from './use-typed-name.ts';

const SHOWN = Object.values(ABOUT).flat();

// Long because each line is a field of the form, or what is sent of it.
export function RegisterForm({ invited, onDone }: { invited: string; onDone: () => void }) {
  const t = useTexts('login');
  const byCaptcha = useAnswer(QUERY.entry, 'verify_type', {}).data?.verify_reg_type === 2;
  const [area, setArea] = useState('');
  const typed = useTypedName(area);
  const [invite, setInvite] = useState(invited);
  const [tried, setTried] = useState(false);
  const passwords = useNewPasswords();
  const form = useRef<HTMLFormElement>(null);
  const areaInput = useRef<HTMLSelectElement>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  const sent = useSentCode({ type: '1', typed, area, nameInput });
  const captcha = useCaptcha();
  const act = useAct('register', SHOWN);
  useFaultFocus(form, act.refusal);
  useFaultFocus(form, sent.refusal);
  const { asked, ask } = captcha;
  useEffect(() => {
    if (byCaptcha && !asked) ask();
  }, [byCaptcha, asked, ask]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    const hasCode = sent.check();
    if (area === '') return areaInput.current?.focus();
    if (typed.account === '') return nameInput.current?.focus();
    if (!byCaptcha && !hasCode) return codeInput.current?.focus();
    if (!passwords.good) return passwords.focus();
    if (byCaptcha && captcha.missing) return captcha.focus();
    const session = await act.send({
      type: typed.kind,
      area_id: area,
      account: typed.account,
      mobile: typed.dashed,
      country: typed.kind === 'mobile' ? typed.country : '',
      password: passwords.first,
      re_password: passwords.second,
      invite_code: invite.trim(),
      sms_code: byCaptcha ? (captcha.answer.captcha ?? '') : sent.value.trim(),
      ...(byCaptcha && captcha.answer.key !== undefined ? { key: captcha.answer.key } : {}),
    });
    if (!session) return byCaptcha ? captcha.spent() : undefined;
    signIn(session);
    onDone();
  }

  const said = (codes: readonly number[]): string | undefined => act.said(codes) ?? sent.said(codes);
  const nameless = sent.nameless ? t('account.missing') : undefined;
  const nameError = said(ABOUT.account) ?? nameless;
  const areaError = said(ABOUT.area) ?? (tried && area === '' ? t('area.missing') : undefined);
  const inviteError = act.said(ABOUT.invite);
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <KindTabs typed={typed} />
      <AreaField
        ref={areaInput}
        value={area}
        onValue={setArea}
        {...(areaError === undefined ? {} : { error: areaError })}
      />
      <NameField typed={typed} inputRef={nameInput} error={nameError} />
      {!byCaptcha && <SentCodeField ref={codeInput} sent={sent} refused={act.said(ABOUT.code)} />}
      <NewPasswords passwords={passwords} tried={tried} said={act.said} label={t('password.choose')} />
      {byCaptcha && <CaptchaField captcha={captcha} tried={tried} error={act.said(ABOUT.captcha)} />}
      <Field
        label={t('invite')}
        value={invite}
        onValue={setInvite}
        maxLength={20}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        boxClassName="tabular"
        {...(inviteError === undefined ? {} : { error: inviteError })}
      />
      <Button type="submit" wide busy={act.busy} className="mt-1">
        {t('register.submit')}
      </Button>
    </form>
  );
}
