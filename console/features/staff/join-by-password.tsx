// The other way to join: a password, then the secret for an authenticator app, then its first code.

import { Button, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { inGroups } from '../../calculators/groups.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { CodeForm } from './code-form.tsx';

interface Authenticator {
  readonly ticket: string;
  readonly secret: string;
  readonly uri: string;
}

interface JoinByPasswordProps {
  readonly link: string;
  readonly word: string;
  readonly email: string;
  readonly onJoined: (token: string) => void;
}

export function JoinByPassword({ link, word, email, onJoined }: JoinByPasswordProps) {
  const [authenticator, setAuthenticator] = useState<Authenticator | undefined>();
  return authenticator ? (
    <FirstCode link={link} authenticator={authenticator} onJoined={onJoined} />
  ) : (
    <NewPassword link={link} word={word} email={email} onReady={setAuthenticator} />
  );
}

function NewPassword({
  link,
  word,
  email,
  onReady,
}: {
  link: string;
  word: string;
  email: string;
  onReady: (made: Authenticator) => void;
}) {
  const t = useTexts();
  const act = useAct('link_password');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const differs = again !== '' && again !== password;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (password !== again) return;
    const made = await act.send({ link, word, password });
    if (made) onReady(made);
  };
  const eye = { 'aria-label': t('password.show') };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {/* So that a password manager keeps whose password it is. */}
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <PasswordInput
          label={t('join.password')}
          description={t('join.password_hint')}
          value={password}
          onChange={typedInto(setPassword)}
          autoComplete="new-password"
          visibilityToggleButtonProps={eye}
        />
        <PasswordInput
          label={t('join.password_again')}
          value={again}
          onChange={typedInto(setAgain)}
          error={differs ? t('join.password_differs') : undefined}
          autoComplete="new-password"
          visibilityToggleButtonProps={eye}
        />
        <FailureNote failure={act.failure} />
        <Button type="submit" fullWidth loading={act.busy} disabled={password === '' || password !== again}>
          {t('join.next')}
        </Button>
      </Stack>
    </form>
  );
}

function FirstCode({
  link,
  authenticator,
  onJoined,
}: {
  link: string;
  authenticator: Authenticator;
  onJoined: (token: string) => void;
}) {
  const t = useTexts();
  const act = useAct('link_code');
  const { ticket, secret, uri } = authenticator;
  const send = async (code: string): Promise<void> => {
    const answer = await act.send({ link, ticket, code });
    if (answer) onJoined(answer.token);
  };
  return (
    <Stack gap="sm">
      <p className="entry-text">{t('join.secret_text')}</p>
      <CopyText text={secret} shown={inGroups(secret)} what={t('join.secret')} />
      <p className="entry-hint">{t('join.uri_text')}</p>
      <CopyText text={uri} what={t('join.uri')} />
      <CodeForm act={t('join.finish')} busy={act.busy} failure={act.failure} onCode={(code) => void send(code)} />
    </Stack>
  );
}
