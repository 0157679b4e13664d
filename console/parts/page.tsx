// The frame of a screen: its title and what belongs beside it, its content, and its keys at the foot.

import { Kbd } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';

/** Keys that do one thing, and what it is. */
export type KeyHint = readonly [keys: readonly string[], what: string];

interface PageProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly keys?: readonly KeyHint[];
  readonly children: ReactNode;
}

export function Page({ title, aside, keys = [], children }: PageProps) {
  const t = useTexts();
  const zone = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' })
    .formatToParts()
    .find((part) => part.type === 'timeZoneName')?.value;
  return (
    <main className="page" tabIndex={-1} id="main">
      <div className="page-body">
        <div className="page-head">
          <h1>{title}</h1>
          <div className="page-aside">{aside}</div>
        </div>
        {children}
      </div>
      <footer className="page-foot">
        <span className="hints">
          {keys.map(([signs, what]) => (
            <span key={what}>
              {signs.map((sign) => (
                <Fragment key={sign}>
                  <Kbd size="xs">{sign}</Kbd>{' '}
                </Fragment>
              ))}
              {what}
            </span>
          ))}
        </span>
        <span>{t('foot', { zone: zone ?? '' })}</span>
      </footer>
    </main>
  );
}
