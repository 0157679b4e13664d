// E-mail or mobile, and password. What is missing is said when one tries to send it; a picture is asked for when the server wants one.

import { Button } from '@fairtick/ui/button';
import { type FormEvent, useRef, useState } from 'react';
import { ABOUT, REFUSED } from '../../../calculators/refused.ts';
import { useAct } from '../../../hooks/use-act.ts';
import { useFaultFocus } from '../../../hooks/use-fault-focus.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { keepLoginWay, lastLoginWay } from '../../../stores/login-way.ts';
import { signIn } from '../../../stores/session.ts';
import { CaptchaField } from './captcha-field.tsx';
import { KindTabs } from './kind-tabs.tsx';
import { NameField } from './name-fields.tsx';
import { PasswordField } from './password-field.tsx';
import { useCaptcha } from './use-captcha.ts';
import { useTypedName } from './use-typed-name.ts';

const SHOWN = [...ABOUT.captcha, REFUSED.LOGIN_FAILED, REFUSED.SECOND_FACTOR_NEEDED];

/** `onSecond`: the password was right, and a second step is asked for; `data` is what the server gave for it. */
export function LoginForm({ onDone, onSecond }: { onDone: () => void; onSecond: (data: unknown) => void }) {
  const t = useTexts('login');
  const [last] = useState(lastLoginWay);
  const typed = useTypedName('', last === 'mobile' ? 'mobile' : 'email');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  /** Once it was there to be read: what is asked for just now is not missing yet. */
  const [triedPicture, setTriedPicture] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const captcha = useCaptcha();
  const act = useAct('loginForU', SHOWN, (refusal) => {
    if (refusal.code === REFUSED.SECOND_FACTOR_NEEDED) {
      // The password was right.
      keepLoginWay(typed.kind);
      onSecond(refusal.data);
    } else if (refusal.code !== REFUSED.LOGIN_FAILED) captcha.ask();
  });
  useFaultFocus(form, act.refusal);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    setTriedPicture(captcha.asked);
    if (typed.account === '') return nameInput.current?.focus();
    if (password === '') return passwordInput.current?.focus();
    if (captcha.missing) return captcha.focus();
    const session = await act.send({ account: typed.account, password, ...captcha.answer });
    if (!session) return captcha.spent();
    keepLoginWay(typed.kind);
    signIn(session);
    onDone();
  }

  const passwordError =
    act.said([REFUSED.LOGIN_FAILED]) ?? (tried && password === '' ? t('password.missing') : undefined);
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <KindTabs typed={typed} />
      <NameField
        typed={typed}
        inputRef={nameInput}
        error={tried && typed.account === '' ? t('account.missing') : undefined}
      />
      <div>
        <PasswordField
          ref={passwordInput}
          kind="current-password"
          label={t('password')}
          value={password}
          onValue={setPassword}
          {...(passwordError === undefined ? {} : { error: passwordError })}
        />
        <a href="#/forgot" className="inline-flex min-h-11 items-center font-medium text-accent-text text-sm">
          {t('forgot')}
        </a>
      </div>
      {captcha.asked && (
        <CaptchaField captcha={captcha} tried={triedPicture} error={act.said([REFUSED.CAPTCHA_WRONG])} />
      )}
      <Button type="submit" wide busy={act.busy}>
        {t('submit')}
      </Button>
    </form>
  );
}
