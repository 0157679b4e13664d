// Catches what a screen throws while drawing: says that nothing is lost. What broke is offered to be loaded again; what did not come, comes by itself.

import { Button } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import { CodeAway } from '@fairtick/ui/late';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import WifiOff from 'lucide-react/icons/wifi-off';
import { Component, type ReactNode } from 'react';
import { useConnection } from '../hooks/use-connection.ts';
import { usePageAnew } from '../hooks/use-page-anew.ts';
import { useTexts } from '../i18n/use-texts.ts';

interface State {
  readonly failed: 'away' | 'broken' | undefined;
}

/** `instead`: of a part beside the screen, which is no reason to load a page anew under somebody's hands. */
export class ErrorBoundary extends Component<{ children: ReactNode; instead?: ReactNode }, State> {
  override state: State = { failed: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: error instanceof CodeAway ? 'away' : 'broken' };
  }

  override render(): ReactNode {
    const { failed } = this.state;
    if (failed && this.props.instead !== undefined) return this.props.instead;
    if (failed === 'away') return <Away />;
    return failed ? <Broken /> : this.props.children;
  }
}

function Away() {
  const t = useTexts('shell');
  const connection = useConnection();
  usePageAnew();
  return (
    <div role="alert">
      <EmptyState
        icon={<WifiOff size={28} />}
        title={t('away.title')}
        text={t('away.text')}
        // A page that is loaded without a connection is gone.
        action={connection === 'open' && <Reload />}
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
        action={<Reload />}
      />
    </div>
  );
}

export function Reload() {
  const t = useTexts('shell');
  return <Button onClick={() => location.reload()}>{t('error.reload')}</Button>;
}
