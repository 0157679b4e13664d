// A state in a word with its colour: blue is state, amber asks to be read, red is refused or locked, green is good.

import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

const COLORS = { state: 'blue', warn: 'yellow', bad: 'red', good: 'green', plain: 'gray' } as const;

export function Tag({ tone = 'plain', children }: { tone?: keyof typeof COLORS; children: ReactNode }) {
  return (
    <Badge variant="light" color={COLORS[tone]} radius="sm" size="md" tt="none">
      {children}
    </Badge>
  );
}
