// Nothing is there, and that is said.

import type { ReactNode } from 'react';

export function Empty({ icon, title, text }: { icon: ReactNode; title: string; text?: string }) {
  return (
    <div className="empty">
      <span aria-hidden="true">{icon}</span>
      <p className="empty-title">{title}</p>
      {text !== undefined && <p>{text}</p>}
    </div>
  );
}
