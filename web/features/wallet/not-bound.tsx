// Whoever withdraws without a destination is asked whether to bind one now.

import { Confirm } from '@fairtick/ui/confirm';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import type { Kind } from './kinds.ts';

export function NotBound({ kind, open, onOpen }: { kind: Kind; open: boolean; onOpen: (open: boolean) => void }) {
  const t = useTexts('withdraw');
  const shell = useTexts('shell');
  const navigate = useNavigate();
  return (
    <Confirm
      open={open}
      onOpen={onOpen}
      title={t('unbound.title')}
      text={t('unbound.text')}
      confirmLabel={t('unbound.go')}
      cancelLabel={shell('cancel')}
      onConfirm={() => void navigate({ to: '/mine/withdraw-way', search: { type: kind === '1' ? 1 : 2 } })}
    />
  );
}
