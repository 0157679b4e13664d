// Catches what a screen throws while drawing: says that nothing is lost. What broke is offered to be loaded again; what did not come, comes by itself.

import { Button } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import { CodeAway } from '@fairtick/ui/late';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import WifiOff from 'lucide-react/icons/wifi-off';
import { Component, type ReactNode, useEffect, useRef } from 'react';
import { useConnection } from '../hooks/use-connection.ts';
import { useTexts } from '../i18n/use-texts.ts';

/** The first wait before code is asked for again; each further one is twice as long. */
const FIRST_MS = 5_000;
/** From then on it is asked for when the connection comes back: a file that an update took away never comes. */
const MOST_TRIES = 3;

interface State {
  readonly failed: boolean;
  readonly away: CodeAway | undefined;
  readonly tries: number;
}

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false, away: undefined, tries: 0 };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: true, away: error instanceof CodeAway ? error : undefined };
  }

  readonly #again = (): void => {
    this.state.away?.forget();
    this.setState(({ tries }) => ({ failed: false, away: undefined, tries: tries + 1 }));
  };

  override render(): ReactNode {
    const { failed, away, tries } = this.state;
    if (away) return <Away tries={tries} again={this.#again} />;
    return failed ? <Broken /> : this.props.children;
  }
}

function Away({ tries, again }: { tries: number; again: () => void }) {
  const t = useTexts('shell');
  const connection = useConnection();
  const before = useRef(connection);
  useEffect(() => {
    const isBack = before.current !== 'open' && connection === 'open';
    before.current = connection;
    if (isBack) again();
  }, [connection, again]);
  useEffect(() => {
    if (tries >= MOST_TRIES) return;
    const timer = setTimeout(again, FIRST_MS * 2 ** tries);
    return () => clearTimeout(timer);
  }, [tries, again]);
  return (
    <div role="alert">
      <EmptyState
        icon={<WifiOff size={28} />}
        title={t('away.title')}
        text={t('away.text')}
        // A page that is loaded without a connection is gone; with one, it brings the names of today's files.
        action={<Button onClick={connection === 'open' ? () => location.reload() : again}>{t('error.reload')}</Button>}
      />
    </div>
  );
}

function Broken() {
  const t = useTexts('shell');
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert size={28} />}
        title={t('error.title')}
        text={t('error.text')}
        action={<Button onClick={() => location.reload()}>{t('error.reload')}</Button>}
      />
    </div>
  );
}
