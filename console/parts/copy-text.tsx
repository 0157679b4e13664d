// A text to be taken along whole: shown as it is, with a button that copies it.

import { CopyButton } from './copy-button.tsx';

export function CopyText({ text, shown = text, what }: { text: string; shown?: string; what: string }) {
  return (
    <div className="copy-text">
      <code>{shown}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}
