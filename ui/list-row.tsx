// One row of a list: something leading, a title with a line under it, something trailing. A link, a button, or plain.

import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface ListRowProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly leading?: ReactNode;
  readonly trailing?: ReactNode;
  readonly href?: string;
  /** Opens in a tab of its own. */
  readonly external?: boolean;
  readonly onPress?: () => void;
  readonly chevron?: boolean;
  readonly tone?: 'plain' | 'danger';
  readonly className?: string;
}

export function ListRow(props: ListRowProps) {
  const className = cx(
    // Where letters are large, what trails goes below the title, not over it.
    'flex min-h-14 w-full flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2 text-start',
    (props.href || props.onPress) &&
      'transition-colors duration-150 hover:bg-sunken active:bg-pressed -outline-offset-2',
    props.tone === 'danger' && 'text-danger',
    props.className,
  );
  const content = (
    <>
      {props.leading && <span className="shrink-0 text-muted">{props.leading}</span>}
      <span className="min-w-0 flex-1 basis-20 [overflow-wrap:anywhere]">
        <span className="block font-medium text-base leading-snug">{props.title}</span>
        {props.subtitle && <span className="mt-0.5 block text-quiet text-sm">{props.subtitle}</span>}
      </span>
      {(props.trailing || props.chevron) && (
        <span className="ms-auto flex shrink-0 items-center gap-3 text-end text-muted text-sm">
          {props.trailing}
          {props.chevron && (
            <ChevronRight aria-hidden="true" size={18} className="shrink-0 text-quiet rtl:-scale-x-100" />
          )}
        </span>
      )}
    </>
  );
  if (props.href) {
    return (
      <a href={props.href} className={className} {...(props.external ? { target: '_blank', rel: 'noreferrer' } : {})}>
        {content}
      </a>
    );
  }
  if (props.onPress) {
    return (
      <button type="button" onClick={props.onPress} className={className}>
        {content}
      </button>
    );
  }
  return <div className={className}>{content}</div>;
}
