// What the user signs in by, the password, and the word that shows that a letter is ours.

import { systemClock } from '@fairtick/kernel/clock';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { Card, SectionHead } from '@fairtick/ui/card';
import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import Hourglass from 'lucide-react/icons/hourglass';
import KeyRound from 'lucide-react/icons/key-round';
import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import { useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { askUser } from '../../../stores/ask-user.ts';
import { refreshUser } from '../../../stores/own-user.ts';
import { sayToast } from '../../../stores/toast.ts';
import { QUERY, refresh } from '../../../transport/query.ts';
import { BindName } from './bind-name.tsx';
import type { Security } from './factors-section.tsx';
import { MailWord } from './mail-word.tsx';

const KINDS = [
  { kind: 'email', Icon: Mail },
  { kind: 'mobile', Icon: Phone },
] as const;
type Kind = (typeof KINDS)[number]['kind'];

export function NamesSection({ security }: { security: Security }) {
  const t = useTexts('security');
  const formats = useFormats();
  const [binding, setBinding] = useState<Kind>();
  return (
    <section>
      <SectionHead title={t('names')} />
      {security.holdUntil > systemClock.now() && (
        <Banner tone="warn" icon={<Hourglass size={20} />} className="mb-3">
          {t('hold', { time: formats.dateTime(security.holdUntil) })}
        </Banner>
      )}
      <Card className="divide-y divide-line overflow-hidden">
        {KINDS.map(({ kind, Icon }) => {
          const name = security.names.find((one) => one.kind === kind)?.name;
          return (
            <ListRow
              key={kind}
              className="py-3"
              leading={<Icon aria-hidden="true" size={20} />}
              title={t(`name.${kind}`)}
              subtitle={<bdi dir={name === undefined ? undefined : 'ltr'}>{name ?? t('name.none')}</bdi>}
              trailing={
                <Button tone="soft" size="sm" onClick={() => setBinding(kind)}>
                  {t(name === undefined ? 'name.add' : 'name.change')}
                </Button>
              }
            />
          );
        })}
        <ListRow
          leading={<KeyRound aria-hidden="true" size={20} />}
          title={t('password.change')}
          href="#/mine/password"
          chevron
        />
        <MailWord security={security} />
      </Card>
      {binding && (
        <BindName
          kind={binding}
          onClose={() => setBinding(undefined)}
          onDone={() => {
            setBinding(undefined);
            sayToast({ tone: 'success', text: t('name.done') });
            refresh(QUERY.security);
            // Elsewhere in the app they are called by it, and codes for a new password go there.
            void refreshUser(askUser);
          }}
        />
      )}
    </section>
  );
}
