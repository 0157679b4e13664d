// One line on top of every screen: where prices come from, whether they flow, and whether this is play money.

import { cx } from '@fairtick/ui/cx';
import { Tag } from '@fairtick/ui/tag';
import { useEffect, useRef } from 'react';
import { useConnection } from '../hooks/use-connection.ts';
import { useMarketStatus } from '../hooks/use-market-facts.ts';
import { useSession } from '../hooks/use-session.ts';
import type { TextKey } from '../i18n/texts.ts';
import { useTexts } from '../i18n/use-texts.ts';

type Tone = 'live' | 'made' | 'waiting' | 'trouble';

const DOTS: Readonly<Record<Tone, string>> = {
  live: 'bg-up-mark',
  made: 'bg-accent-text',
  waiting: 'bg-quiet animate-pulse-dot',
  trouble: 'bg-warn-mark animate-pulse-dot',
};

export function FeedStrip() {
  const t = useTexts('shell');
  const demo = useSession()?.user.is_demo === 1;
  const { source, trouble, tone } = useFeed();
  const strip = useOwnHeight();
  return (
    <header
      ref={strip}
      className={cx(
        'safe-top sticky top-0 z-20 border-line border-b backdrop-blur-md',
        trouble ? 'bg-warn-soft' : 'bg-canvas/92',
      )}
    >
      <div className="mx-auto flex min-h-9 w-full items-center gap-2 px-4 py-1.5 text-xs lg:px-6">
        <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', DOTS[tone])} />
        <p
          role="status"
          className={cx('min-w-0 flex-1 font-medium leading-snug', trouble ? 'text-warn' : 'text-muted')}
        >
          {t(source)}
          {trouble && <span className="ms-2 font-semibold">{t(trouble)}</span>}
        </p>
        {demo && <Tag tone="accent">{t('demo')}</Tag>}
      </div>
    </header>
  );
}

/** Tells the page how high the strip is now, for what stands below it: a long sentence takes two lines on a phone. */
function useOwnHeight(): React.RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const tell = (): void => document.documentElement.style.setProperty('--shell-top', `${element.offsetHeight}px`);
    const watch = new ResizeObserver(tell);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return strip;
}

function useFeed(): { source: TextKey<'shell'>; trouble: TextKey<'shell'> | undefined; tone: Tone } {
  const status = useMarketStatus();
  const connection = useConnection();
  const source: TextKey<'shell'> = status ? `feed.${status.source}` : 'feed.unknown';
  if (connection === 'lost') return { source, trouble: 'link.lost', tone: 'trouble' };
  if (!status) return { source, trouble: undefined, tone: 'waiting' };
  if (status.state === 'down') return { source, trouble: 'feed.down', tone: 'trouble' };
  if (status.state === 'ended') return { source, trouble: 'feed.ended', tone: 'trouble' };
  if (status.state === 'starting') return { source, trouble: 'feed.starting', tone: 'waiting' };
  return { source, trouble: undefined, tone: status.source === 'kraken' ? 'live' : 'made' };
}
