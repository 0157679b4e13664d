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
interface Binding {
  readonly kind: (typeof KINDS)[number]['kind'];
  /** The one that is there, by a code at last, and not another one. */
  readonly same: boolean;
}

export function NamesSection({ security }: { security: Security }) {
  const t = useTexts('security');
  const formats = useFormats();
  const [binding, setBinding] = useState<Binding>();
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
          const held = security.names.find((one) => one.kind === kind);
          return (
            <ListRow
              key={kind}
              className="py-3"
              leading={<Icon aria-hidden="true" size={20} />}
              title={t(`name.${kind}`)}
              subtitle={<NameLine held={held} />}
              trailing={
                <>
                  {held?.verified === false && (
                    <Button size="sm" onClick={() => setBinding({ kind, same: true })}>
                      {t('name.check')}
                    </Button>
                  )}
                  <Button tone="soft" size="sm" onClick={() => setBinding({ kind, same: false })}>
                    {t(held ? 'name.change' : 'name.add')}
                  </Button>
                </>
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
          {...binding}
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

function NameLine({ held }: { readonly held: Security['names'][number] | undefined }) {
  const t = useTexts('security');
  if (!held) return t('name.none');
  return (
    <>
      <bdi dir="ltr">{held.name}</bdi>
      {!held.verified && <span className="mt-0.5 block text-warn">{t('name.unchecked')}</span>}
    </>
  );
}
