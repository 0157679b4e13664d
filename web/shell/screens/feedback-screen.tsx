// /feedback: to tell the house something, and what became of it. For visitors too, who answer a captcha.

import { SectionHead } from '@fairtick/ui/card';
import { useEffect, useState } from 'react';
import { CaptchaField } from '../../features/accounts/entry/captcha-field.tsx';
import { useCaptcha } from '../../features/accounts/entry/use-captcha.ts';
import { FeedbackForm, type SentFeedback } from '../../features/support/feedback-form.tsx';
import { FeedbackList } from '../../features/support/feedback-list.tsx';
import { SentNote } from '../../features/support/sent-note.tsx';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function FeedbackScreen() {
  const shell = useTexts('shell');
  const t = useTexts('feedback');
  const user = useSession()?.user;
  const [sent, setSent] = useState<SentFeedback>();
  return (
    <Page title={shell('title.feedback')} lead={t('lead')} back>
      <div className="mx-auto grid max-w-xl gap-6 pt-2 lg:mx-0">
        {sent ? (
          <SentNote sent={sent} visitor={!user} onMore={() => setSent(undefined)} />
        ) : user ? (
          <FeedbackForm check={undefined} pictures={user.is_demo !== 1} onSent={setSent} />
        ) : (
          <VisitorForm onSent={setSent} />
        )}
        {user && (
          <section>
            <SectionHead title={t('own')} />
            <FeedbackList />
          </section>
        )}
      </div>
    </Page>
  );
}

function VisitorForm({ onSent }: { onSent: (sent: SentFeedback) => void }) {
  const captcha = useCaptcha();
  const { asked, ask } = captcha;
  useEffect(() => {
    if (!asked) ask();
  }, [asked, ask]);
  const field = (tried: boolean, error: string | undefined) => (
    <CaptchaField captcha={captcha} tried={tried} error={error} />
  );
  return <FeedbackForm check={{ ...captcha, field }} pictures={false} onSent={onSent} />;
}
