// Why something did not work, where it was asked for.

import { ApiError } from '@fairtick/contract/client/failures';
import { Alert } from '@mantine/core';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useFailureText } from '../hooks/use-failure.ts';

/** Where in a long value the fault is, in the server's own sentence; empty where it gave none. */
function faultIn(failure: unknown): string {
  const data = failure instanceof ApiError ? failure.data : undefined;
  return typeof data === 'object' && data !== null && 'fault' in data ? String(data.fault) : '';
}

export function FailureNote({ failure }: { failure: unknown }) {
  const textOf = useFailureText();
  if (failure === undefined || failure === null) return null;
  const fault = faultIn(failure);
  return (
    <Alert role="alert" color="red" variant="light" icon={<TriangleAlert size={18} />} p="xs">
      {textOf(failure)}
      {fault !== '' && <p lang="en">{fault}</p>}
    </Alert>
  );
}
