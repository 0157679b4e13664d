// Why there is nothing to apply with: not offered where one lives, nobody verified, nothing new at the moment.

import { Button } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import CircleOff from 'lucide-react/icons/circle-off';
import IdCard from 'lucide-react/icons/id-card';
import { useTexts } from '../../i18n/use-texts.ts';

export function NotOffered() {
  const t = useTexts('loans');
  return <EmptyState icon={<CircleOff size={28} />} title={t('not_offered.title')} text={t('not_offered.text')} />;
}

export function NotVerified({ onVerify }: { onVerify: () => void }) {
  const t = useTexts('loans');
  return (
    <EmptyState
      icon={<IdCard size={28} />}
      title={t('not_verified.title')}
      text={t('not_verified.text')}
      action={<Button onClick={onVerify}>{t('not_verified.go')}</Button>}
    />
  );
}

export function Closed() {
  const t = useTexts('loans');
  return <EmptyState icon={<CircleOff size={28} />} title={t('closed.title')} text={t('closed.text')} />;
}
