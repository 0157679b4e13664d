// The frame of what stands before the console: one card in the middle.

import type { ReactNode } from 'react';

export function Entry({ title, text, children }: { title: string; text?: string | undefined; children: ReactNode }) {
  return (
    <main className="entry">
      <section className="entry-card" aria-labelledby="entry-title">
        <h1 id="entry-title">{title}</h1>
        {text !== undefined && <p className="entry-text">{text}</p>}
        {children}
      </section>
    </main>
  );
}
