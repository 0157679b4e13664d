// Joining by a one-time link: a passkey first, a password and an authenticator app as the other way.

import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { typedInto } from '../../parts/field-value.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { When } from '../../parts/when.tsx';
import { call } from '../../stores/api.ts';
import { createPasskey } from '../../transport/passkey.ts';
import { Entry } from './entry.tsx';
import { JoinByPassword } from './join-by-password.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PASSKEY_OBSTACLE, usePasskey } from './use-passkey.ts';

interface JoinProps {
  readonly link: string;
  readonly onJoined: (token: string) => void;
}

export function Join({ link, onJoined }: JoinProps) {
  const t = useTexts();
  const opened = useRead('link_open', { link }, { once: true });
  const [byPassword, setByPassword] = useState(false);
  const [word, setWord] = useState('');
  const { data } = opened;
  return (
    <Entry title={data ? t('join.title', { name: data.name }) : t('join.opening')} text={data && t('join.text')}>
      <Loaded of={opened} rows={3}>
        {({ email, expires, wordNeeded }) => (
          <>
            <p className="entry-text">
              <strong>{email}</strong>
              <br />
              {t('join.expires')} <When at={expires} />
            </p>
            {wordNeeded && (
              <TextInput
                label={t('join.word')}
                description={t('join.word_hint')}
                value={word}
                onChange={typedInto(setWord)}
                maxLength={20}
                autoComplete="off"
                withAsterisk
              />
            )}
            {byPassword ? (
              <JoinByPassword link={link} word={word} email={email} onJoined={onJoined} />
            ) : (
              <ByPasskey link={link} word={word} onJoined={onJoined} />
            )}
            <Button variant="subtle" onClick={() => setByPassword(!byPassword)}>
              {byPassword ? t('join.passkey_instead') : t('join.password_instead')}
            </Button>
          </>
        )}
      </Loaded>
    </Entry>
  );
}

function ByPasskey({ link, word, onJoined }: JoinProps & { readonly word: string }) {
  const t = useTexts();
  const act = usePasskey({
    begin: () => call('link_passkey_begin', { link, word }),
    ask: createPasskey,
    finish: async (ticket, response) => onJoined((await call('link_passkey_finish', { link, ticket, response })).token),
  });
  return (
    <>
      <PasskeyButton act={act} label={t('join.passkey')} />
      {PASSKEY_OBSTACLE === undefined && <p className="entry-hint">{t('join.passkey_hint')}</p>}
    </>
  );
}
