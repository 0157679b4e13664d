// That withdrawals are paused: what nobody can do meanwhile, and the way to what is short.

import { Link } from '@tanstack/react-router';
import { useTexts } from '../i18n/use-texts.ts';

export function PausedNote({ paused }: { paused: boolean | undefined }) {
  const t = useTexts();
  if (!paused) return null;
  return (
    <div className="note-warn" role="status">
      <strong>{t('client_money.banner')}</strong> {t('client_money.banner_text')}{' '}
      <Link to="/client-money">{t('client_money.banner_link')}</Link>
    </div>
  );
}
