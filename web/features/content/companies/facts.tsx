// Facts of a company below each other: each as its owner wrote it, in its own direction; what is not known is left out.

import type { ReactNode } from 'react';
import { linkTarget } from '../../../calculators/content.ts';

export function Facts({ rows }: { rows: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-3">
      {rows.map(
        ([term, value]) =>
          value !== '' && (
            <div key={term}>
              <dt className="text-muted text-sm">{term}</dt>
              <dd className="mt-0.5 text-base [overflow-wrap:anywhere]">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

const LOOK = 'inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-2';

export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className={LOOK} dir="ltr">
      {address}
    </a>
  );
}

/** Names the host, whatever else the address says. */
export function SiteButton({ url, onPress }: { url: string; onPress: () => void }) {
  return (
    <button type="button" onClick={onPress} className={LOOK} dir="ltr">
      {linkTarget(url)}
    </button>
  );
}
