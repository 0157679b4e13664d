// A surface that groups what belongs together.

import type { HTMLAttributes } from 'react';
import { cx } from './cx.ts';

export function Card({ className, ...rest }: HTMLAttributes<HTMLElement>) {
  return <section className={cx('rounded-xl border border-line bg-surface shadow-card', className)} {...rest} />;
}

/** A card's or a list's heading with what stands at its end. */
export function SectionHead(props: { title: string; level?: 2 | 3; children?: React.ReactNode; className?: string }) {
  const Heading = props.level === 3 ? 'h3' : 'h2';
  return (
    <div className={cx('flex min-h-11 items-center justify-between gap-3', props.className)}>
      <Heading className="text-md font-semibold tracking-[-0.01em]">{props.title}</Heading>
      {props.children}
    </div>
  );
}
