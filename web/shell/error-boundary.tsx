// Catches what a screen throws while drawing: says that nothing is lost and offers to load again.

import { Button } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Component, type ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';

export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <Broken /> : this.props.children;
  }
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
