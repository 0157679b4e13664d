// Why something did not work, where it was asked for.

import { Alert } from '@mantine/core';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useFailureText } from '../hooks/use-failure.ts';

export function FailureNote({ failure }: { failure: unknown }) {
  const textOf = useFailureText();
  if (failure === undefined || failure === null) return null;
  return (
    <Alert role="alert" color="red" variant="light" icon={<TriangleAlert size={18} />} p="xs">
      {textOf(failure)}
    </Alert>
  );
}
