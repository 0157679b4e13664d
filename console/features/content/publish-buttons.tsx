// Has a version read, or its language not read any more.

import type { ContentItem, ContentVersion } from '@fairtick/contract/staff/content';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useMay } from '../../hooks/use-me.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sayToast } from '../../stores/toast.ts';

export function PublishButtons({ of: one, item }: { of: ContentVersion; item: ContentItem }) {
  const t = useTexts();
  const may = useMay();
  const [asks, setAsks] = useState<'publish' | 'withdraw' | undefined>();
  if (!may('content', 'do') && !may('content', 'check')) return null;
  const close = (): void => setAsks(undefined);
  return (
    <>
      {one.published ? (
        <Button size="compact-sm" variant="default" onClick={() => setAsks('withdraw')}>
          {t('content.withdraw')}
        </Button>
      ) : (
        <Button size="compact-sm" onClick={() => setAsks('publish')}>
          {t('content.publish')}
        </Button>
      )}
      {asks === 'publish' && <Publish of={one} item={item} onClose={close} />}
      {asks === 'withdraw' && <Withdraw of={one} item={item} onClose={close} />}
    </>
  );
}

interface AskProps {
  readonly of: ContentVersion;
  readonly item: ContentItem;
  readonly onClose: () => void;
}

function Publish({ of: { lang, version, title }, item, onClose }: AskProps) {
  const t = useTexts();
  const act = useAct('content_publish');
  const send = async (): Promise<void> => {
    if (!(await act.send({ id: item.id, lang, version }))) return;
    sayToast(t('content.published'));
    onClose();
  };
  return (
    <Dialog
      title={t('content.publish_title')}
      act={t('content.publish')}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <p>{t('content.publish_text', { title, language: lang, number: version })}</p>
    </Dialog>
  );
}

function Withdraw({ of: { lang }, item, onClose }: AskProps) {
  const t = useTexts();
  const act = useAct('content_withdraw');
  const [reason, setReason] = useState('');
  const send = async (): Promise<void> => {
    const done = await act.send({ id: item.id, lang, reason: reason.trim() });
    if (!done) return;
    sayToast(t(done.proposal === null ? 'content.withdrawn' : 'content.proposed'));
    onClose();
  };
  return (
    <Dialog
      title={t('content.withdraw_title')}
      act={t(item.about === 'terms' ? 'content.propose' : 'content.withdraw')}
      danger
      ready={reason.trim() !== ''}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <p>{t('content.withdraw_text', { language: lang })}</p>
      {item.about === 'terms' && <p>{t('content.by_two')}</p>}
      <ReasonField value={reason} onChange={setReason} />
    </Dialog>
  );
}
