// One borrower: what they claim beside what they were verified with, their picture, and the decision. Looking is an act on record.

import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import ImageOff from 'lucide-react/icons/image-off';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useRead } from '../../hooks/use-read.ts';
import { textOrName } from '../../i18n/texts.ts';
import { useLoanTexts } from '../../i18n/use-loan-texts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DocumentImage } from '../../parts/document-image.tsx';
import { Due } from '../../parts/due.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Facts, Panel } from '../../parts/panel.tsx';
import { Tag } from '../../parts/tag.tsx';
import { When } from '../../parts/when.tsx';
import type { StaffAnswer } from '../../stores/api.ts';
import { sayToast } from '../../stores/toast.ts';
import { isRejection, REJECTIONS } from './reasons.ts';
import { RejectDialog } from './reject-dialog.tsx';

type Item = StaffAnswer<'loan_person_item'>;
const TONES = { 1: 'state', 2: 'good', 3: 'bad' } as const;

export function LoanPersonItem({ id, onDone }: { id: string; onDone: () => void }) {
  const l = useLoanTexts();
  // Its link ends after five minutes; asking again would be one more look on record, so it is asked for once.
  const item = useRead('loan_person_item', { id }, { once: true });
  return (
    <Page title={l('person')}>
      <Loaded of={item} rows={10}>
        {(read) => (
          <div className="review">
            <div className="review-images">
              {read.picture === '' ? (
                <Empty icon={<ImageOff size={28} />} title={l('no_picture')} text={l('no_picture_text')} />
              ) : (
                <DocumentImage link={read.picture} name={l('picture')} />
              )}
            </div>
            <div className="review-side">
              <Claimed item={read} />
              {read.status === 1 && <Decision item={read} onDone={onDone} />}
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

/** Case and spaces aside; the order of the parts too. */
const plain = (name: string): string => name.toLowerCase().split(/\s+/).filter(Boolean).sort().join(' ');

function Claimed({ item }: { item: Item }) {
  const t = useTexts();
  const l = useLoanTexts();
  const name = `${item.firstName} ${item.lastName}`;
  return (
    <Panel title={l('claimed')} aside={<Tag tone={TONES[item.status]}>{l(`person.status.${item.status}`)}</Tag>}>
      <Facts
        rows={[
          [l('name'), <strong key="name">{name}</strong>],
          [l('verified_name'), <strong key="verified">{item.verifiedName}</strong>],
          [l('birthday'), item.birthday],
          [l('sex'), l(`sex.${item.sex}`)],
          [l('country'), item.country],
          [l('residence'), item.residence],
          [l('mobile'), <bdi key="mobile">{item.mobile}</bdi>],
          [l('card'), l(`card.${item.cardType}`)],
          [
            l('user'),
            <Link key="user" to="/users/$id" params={{ id: item.userId }}>
              {item.uid}
            </Link>,
          ],
          [l('sent'), <When key="sent" at={item.submitted} />],
          ...(item.status === 1 ? [[l('answer_due'), <Due key="due" at={item.answerDue} />] as const] : []),
          ...(item.decidedTime === null
            ? []
            : ([
                [l('decided_by'), item.decidedBy],
                [l('decided'), <When key="decided" at={item.decidedTime} />],
              ] as const)),
          ...(item.reasonCode === '' ? [] : [[l('reason'), textOrName(t, 'rejection', item.reasonCode)] as const]),
          ...(item.reason === '' ? [] : [[l('told'), item.reason] as const]),
        ]}
      />
      {plain(name) !== plain(item.verifiedName) && (
        <div className="note-warn" role="note">
          {l('name_differs')}
        </div>
      )}
    </Panel>
  );
}

function Decision({ item, onDone }: { item: Item; onDone: () => void }) {
  const t = useTexts();
  const l = useLoanTexts();
  const act = useAct('loan_person_decide');
  const [open, setOpen] = useState<'accept' | 'reject'>();
  const { id, uid } = item;
  const close = (): void => setOpen(undefined);
  const accept = async (): Promise<void> => {
    if (!(await act.send({ id, decision: 'accept' }))) return;
    sayToast(l('person.accepted', { uid }));
    onDone();
  };
  const reject = async (code: string, reason: string): Promise<void> => {
    if (!isRejection(code) || !(await act.send({ id, decision: 'reject', reason_code: code, reason }))) return;
    sayToast(l('person.rejected', { uid }));
    onDone();
  };
  return (
    <Panel title={l('decision')}>
      <p className="quiet">{l('person.does')}</p>
      <Group gap="xs" grow>
        <Button onClick={() => setOpen('accept')}>{l('accept')}</Button>
        <Button variant="default" onClick={() => setOpen('reject')}>
          {l('reject')}
        </Button>
      </Group>
      {open === 'accept' && (
        <Dialog
          title={l('person.accept_title', { uid })}
          act={l('accept')}
          busy={act.busy}
          failure={act.failure}
          onAct={() => void accept()}
          onClose={close}
        >
          <p>{l('person.accept_text')}</p>
        </Dialog>
      )}
      {open === 'reject' && (
        <RejectDialog
          title={l('person.reject_title', { uid })}
          reasons={REJECTIONS.map((one) => ({ value: one, label: t(`rejection.${one}`) }))}
          busy={act.busy}
          failure={act.failure}
          onReject={(code, reason) => void reject(code, reason)}
          onClose={close}
        />
      )}
    </Panel>
  );
}
