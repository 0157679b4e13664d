// E-mail or mobile, where mobiles are taken; nothing to choose where they are not.

import { Segmented } from '@fairtick/ui/segmented';
import { useAnswer } from '../../../hooks/use-answer.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { QUERY } from '../../../transport/query.ts';
import type { Typed } from './use-typed-name.ts';

export function KindTabs({ typed }: { typed: Typed }) {
  const t = useTexts('login');
  const shown = useAnswer(QUERY.entry, 'setting', { key: 'is_show_mobile' }).data?.is_show_mobile === 1;
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
