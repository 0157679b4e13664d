// "This was not me": one tap ends every session of the account, by the link of a letter. Opening the link alone does nothing: mail scanners do that.

import { Banner } from '@fairtick/ui/banner';
import { Button, buttonClass } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import Link2Off from 'lucide-react/icons/link-2-off';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useState } from 'react';
import { REFUSED } from '../../../calculators/refused.ts';
import { useAct } from '../../../hooks/use-act.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { signOut } from '../../../stores/session.ts';

export function NotMePanel({ token }: { token: string }) {
  const t = useTexts('login');
  const [done, setDone] = useState(false);
  const act = useAct('not_me', [REFUSED.LINK_SPENT]);
  async function end(): Promise<void> {
    if (!(await act.send({ token }))) return;
    signOut();
    setDone(true);
  }
  if (token === '') return <Banner tone="warn">{t('not_me.none')}</Banner>;
  if (done)
    return (
      <EmptyState
        icon={<ShieldCheck size={28} />}
        title={t('not_me.done.title')}
        text={t('not_me.done.text')}
        action={<NewPassword />}
      />
    );
  if (act.refusal)
    return (
      <div className="grid gap-5">
        <div role="alert">
          <Banner tone="warn" icon={<Link2Off size={20} />}>
            {t('not_me.spent')}
          </Banner>
        </div>
        <NewPassword />
      </div>
    );
  return (
    <div className="grid gap-5">
      <p className="text-pretty text-muted">{t('not_me.text')}</p>
      <Button wide busy={act.busy} onClick={() => void end()}>
        {t('not_me.submit')}
      </Button>
    </div>
  );
}

function NewPassword() {
  const t = useTexts('login');
  return (
    <a href="#/forgot" className={buttonClass({})}>
      {t('not_me.done.action')}
    </a>
  );
}
