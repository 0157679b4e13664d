// Catches what a screen throws while drawing: says that nothing was changed by it and offers to load again.

import { Button } from '@mantine/core';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Component, type ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { Empty } from '../parts/empty.tsx';

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
  const t = useTexts();
  return (
    <main className="page" role="alert">
      <div className="page-body">
        <Empty icon={<TriangleAlert size={28} />} title={t('broken.title')} text={t('broken.text')} />
        <Button onClick={() => location.reload()}>{t('broken.reload')}</Button>
      </div>
    </main>
  );
}
