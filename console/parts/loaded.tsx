// The states of what is read: on its way, not to be had (with a way to try again), not allowed, and there.

import { ApiError } from '@fairtick/contract/client/failures';
import type { ErrorCode } from '@fairtick/contract/errors';
import { Button, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { FailureNote } from './failure-note.tsx';

const NOT_ALLOWED: ErrorCode<'NOT_ALLOWED'> = 8001;

interface Reading<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  refetch(): unknown;
}

/** What was read stays in sight while a later reading fails; the failure stands above it. */
export function Loaded<T>({
  of,
  rows = 6,
  children,
}: {
  of: Reading<T>;
  rows?: number;
  children: (data: T) => ReactNode;
}) {
  const t = useTexts();
  const { data, error } = of;
  if (data === undefined && !error) return <Waiting rows={rows} />;
  const refused = error instanceof ApiError && error.code === NOT_ALLOWED;
  return (
    <Stack gap="sm">
      {error ? (
        <Stack gap="xs" align="start" className="failure">
          <FailureNote failure={error} />
          {!refused && (
            <Button size="xs" variant="default" loading={of.isFetching} onClick={() => of.refetch()}>
              {t('again')}
            </Button>
          )}
        </Stack>
      ) : null}
      {data !== undefined && children(data)}
    </Stack>
  );
}

function Waiting({ rows }: { rows: number }) {
  const t = useTexts();
  const lines = Array.from({ length: rows }, (_, at) => `line-${at}`);
  return (
    <div role="status" aria-label={t('loading')} className="waiting">
      {lines.map((line) => (
        <Skeleton key={line} height={18} radius="sm" />
      ))}
    </div>
  );
}
