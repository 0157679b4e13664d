// The way in: a passkey, or password and code.

import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useStore } from '../../hooks/use-store.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { call } from '../../stores/api.ts';
import { sessionStore, signIn } from '../../stores/session.ts';
import { askPasskey } from '../../transport/passkey.ts';
import { CodeForm } from './code-form.tsx';
import { Entry } from './entry.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { usePasskey } from './use-passkey.ts';

export function SignIn() {
  const t = useTexts();
  const { ended } = useStore(sessionStore);
  const [ticket, setTicket] = useState<string | undefined>();
  if (ticket !== undefined) return <CodeStep ticket={ticket} onBack={() => setTicket(undefined)} />;
  return (
    <Entry title={t('sign_in.title')} text={t('sign_in.text')}>
      {(ended === 'idle' || ended === 'expired') && (
        <Alert role="status" color="yellow" variant="light" p="xs">
          {t(`sign_in.${ended}`)}
        </Alert>
      )}
      <ByPasskey />
      <Divider label={t('or')} />
      <ByPassword onTicket={setTicket} />
    </Entry>
  );
}

function ByPasskey() {
  const t = useTexts();
  const act = usePasskey({
    begin: () => call('sign_in_passkey_begin', {}),
    ask: askPasskey,
    finish: async (ticket, response) => signIn((await call('sign_in_passkey_finish', { ticket, response })).token),
  });
  return <PasskeyButton act={act} label={t('sign_in.passkey')} />;
}

function ByPassword({ onTicket }: { onTicket: (ticket: string) => void }) {
  const t = useTexts();
  const act = useAct('sign_in_password');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = await act.send({ email: email.trim(), password });
    if (answer) onTicket(answer.ticket);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={t('email')}
          type="email"
          value={email}
          onChange={typedInto(setEmail)}
          autoComplete="username"
          required
          withAsterisk={false}
        />
        <PasswordInput
          label={t('password')}
          value={password}
          onChange={typedInto(setPassword)}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
          required
          withAsterisk={false}
        />
        <FailureNote failure={act.failure} />
        <Button type="submit" variant="default" fullWidth loading={act.busy}>
          {t('sign_in.password')}
        </Button>
      </Stack>
    </form>
  );
}

function CodeStep({ ticket, onBack }: { ticket: string; onBack: () => void }) {
  const t = useTexts();
  const act = useAct('sign_in_code');
  const send = async (code: string): Promise<void> => {
    const answer = await act.send({ ticket, code });
    if (answer) signIn(answer.token);
  };
  return (
    <Entry title={t('sign_in.code_title')} text={t('sign_in.code_text')}>
      <CodeForm act={t('sign_in.finish')} busy={act.busy} failure={act.failure} onCode={(code) => void send(code)} />
      <Button variant="subtle" onClick={onBack}>
        {t('back')}
      </Button>
    </Entry>
  );
}
