// Who is signed in, how long still without a sign of life, language and theme, the way out, and the search of users.

import { Button, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import LogOut from 'lucide-react/icons/log-out';
import Search from 'lucide-react/icons/search';
import { type FormEvent, useState } from 'react';
import { initials } from '../calculators/groups.ts';
import { useKeys } from '../hooks/use-keys.ts';
import { useMay, useMember } from '../hooks/use-me.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { typedInto } from '../parts/field-value.ts';
import { call } from '../stores/api.ts';
import { forgetSession } from '../stores/session.ts';
import { Choices } from './choices.tsx';
import { IdleLeft } from './idle-end.tsx';

export function Header() {
  const t = useTexts();
  const may = useMay();
  return (
    <header className="header">
      <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
        {t('skip')}
      </button>
      <Link to="/" className="brand" aria-label={t('home.title')}>
        <img src="./icon.svg" alt="" width="26" height="26" />
        <span>{t('brand')}</span>
        <em>{t('console')}</em>
      </Link>
      {may('users') ? <QuickSearch /> : <span className="grow" />}
      <Who />
      <IdleLeft />
      <Choices />
      <SignOut />
    </header>
  );
}

function QuickSearch() {
  const t = useTexts();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  useKeys({ '/': () => document.querySelector<HTMLInputElement>('[data-search]')?.focus() });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void navigate({ to: '/users', search: { q: text.trim() } });
    setText('');
  };
  return (
    <search aria-label={t('users.find')} className="grow quick-search">
      <form onSubmit={submit}>
        <TextInput
          size="sm"
          aria-label={t('users.search')}
          placeholder={t('users.search')}
          leftSection={<Search size={16} />}
          rightSection={
            <span aria-hidden="true" className="key">
              /
            </span>
          }
          value={text}
          onChange={typedInto(setText)}
          maxLength={254}
          data-search
        />
      </form>
    </search>
  );
}

function Who() {
  const t = useTexts();
  const member = useMember();
  if (!member) return null;
  return (
    <span className="who">
      <i aria-hidden="true">{initials(member.name)}</i>
      <span>
        <strong>{member.name}</strong>
        <small>{member.roles.map((role) => t(`role.${role}`)).join(', ')}</small>
      </span>
    </span>
  );
}

function SignOut() {
  const t = useTexts();
  const leave = async (): Promise<void> => {
    try {
      await call('sign_out', {});
    } catch {
      // The token is forgotten here in any case, and ends by itself there.
    }
    forgetSession('signed_out');
  };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<LogOut size={16} />}
      onClick={() => void leave()}
    >
      {t('sign_out')}
    </Button>
  );
}
