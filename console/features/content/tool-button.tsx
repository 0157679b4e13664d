// One button above the text that is written.

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TextKey } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.ts';

export function ToolButton(props: { name: TextKey; on: boolean; act: () => void; children: ReactNode }) {
  const t = useTexts();
  return (
    <Button
      size="compact-sm"
      variant={props.on ? 'light' : 'default'}
      aria-label={t(props.name)}
      title={t(props.name)}
      aria-pressed={props.on}
      // The text keeps the focus: what is typed right after a click was lost until the next frame.
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.act}
    >
      {props.children}
    </Button>
  );
}
