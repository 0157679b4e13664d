// The button that asks the browser for a passkey, and what came of it.

import { Alert, Button } from '@mantine/core';
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import { FailureNote } from '../../parts/failure-note.tsx';
import type { PasskeyAct } from './use-passkey.ts';

export function PasskeyButton({ act, label }: { act: PasskeyAct; label: string }) {
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
