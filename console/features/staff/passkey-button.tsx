// The button that asks the browser for a passkey, and what came of it; a sentence in its place where passkeys can't work.

import { Alert, Button } from '@mantine/core';
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import { useTexts } from '../../i18n/use-texts.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { PASSKEY_OBSTACLE, type PasskeyAct } from './use-passkey.ts';

export function PasskeyButton({ act, label }: { act: PasskeyAct; label: string }) {
  const t = useTexts();
  if (PASSKEY_OBSTACLE) return <p className="entry-hint">{t(`passkey.${PASSKEY_OBSTACLE}`)}</p>;
  return (
    <>
      <Button
        fullWidth
        size="md"
        loading={act.busy}
        onClick={() => void act.run()}
        leftSection={<Fingerprint size={18} />}
      >
        {label}
      </Button>
      {act.cancelled !== undefined && (
        <Alert role="alert" color="yellow" variant="light" p="xs">
          {act.cancelled}
        </Alert>
      )}
      <FailureNote failure={act.failure} />
    </>
  );
}
