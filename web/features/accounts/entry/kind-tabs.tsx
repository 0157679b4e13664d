// E-mail or mobile, where mobiles are taken; nothing to choose where they are not.

import { Segmented } from '@fairtick/ui/segmented';
import { useEffect } from 'react';
import { useAnswer } from '../../../hooks/use-answer.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { QUERY } from '../../../transport/query.ts';
import type { Typed } from './use-typed-name.ts';

export function KindTabs({ typed }: { typed: Typed }) {
  const t = useTexts('login');
  const answer = useAnswer(QUERY.entry, 'setting', { key: 'is_show_mobile' }).data?.is_show_mobile;
  const shown = answer === 1;
  const { kind, setKind } = typed;
  // Whoever signed in by mobile last, where mobiles are not taken any more.
  useEffect(() => {
    if (answer !== undefined && answer !== 1 && kind === 'mobile') setKind('email');
  }, [answer, kind, setKind]);
  if (!shown) return null;
  return (
    <Segmented
      label={t('method')}
      value={typed.kind}
      onValue={typed.setKind}
      options={[
        { value: 'email', text: t('tab.email') },
        { value: 'mobile', text: t('tab.mobile') },
      ]}
    />
  );
}
