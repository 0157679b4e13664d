// What is done about a colleague: roles, out, in again, a new link, a user account of their own.

import type { Colleague } from '@fairtick/contract/staff/people';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { ReasonField } from '../../parts/reason-field.tsx';
import type { StaffAnswer } from '../../stores/api.ts';
import { sayToast } from '../../stores/toast.ts';
import { LinkDialog } from './link-dialog.tsx';
import { RolesField } from './roles-field.tsx';

export type ColleagueAct = 'roles' | 'disable' | 'enable' | 'link' | 'link_user';

interface ColleagueDialogProps {
  readonly colleague: Colleague;
  readonly act: ColleagueAct;
  readonly onClose: () => void;
}

export function ColleagueDialog({ colleague, act, onClose }: ColleagueDialogProps) {
  const t = useTexts();
  const [reason, setReason] = useState('');
  const [roles, setRoles] = useState(colleague.roles);
  const [uid, setUid] = useState('');
  const [link, setLink] = useState<string | undefined>();
  const { id, name } = colleague;
  const sender = useSender(act, { id, reason: reason.trim(), roles: roles.join(','), uid: uid.trim() });
  const send = async (): Promise<void> => {
    const answer = await sender.send();
    if (!answer) return;
    if (answer.link !== undefined) return setLink(answer.link);
    sayToast(t(answer.proposed ? 'proposals.made' : 'done'));
    onClose();
  };
  if (link !== undefined) return <LinkDialog link={link} onClose={onClose} />;
  const changed = roles.length > 0 && roles.join() !== colleague.roles.join();
  const ready = reason.trim() !== '' && (act !== 'roles' || changed) && (act !== 'link_user' || uid.trim() !== '');
  return (
    <Dialog
      title={t(`staff.${act}_title`, { name })}
      act={t(`staff.${act}`)}
      danger={act === 'disable'}
      ready={ready}
      busy={sender.busy}
      failure={sender.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <p className="quiet">{t(`staff.${act}_text`)}</p>
      {act === 'roles' && <RolesField value={roles} onChange={setRoles} />}
      {act === 'link_user' && (
        <TextInput
          label={t('column.uid')}
          value={uid}
          onChange={typedInto(setUid)}
          maxLength={20}
          withAsterisk
          data-autofocus
        />
      )}
      <ReasonField value={reason} onChange={setReason} />
    </Dialog>
  );
}

interface Fields {
  readonly id: string;
  readonly reason: string;
  readonly roles: string;
  readonly uid: string;
}

/** The call of each act, with the fields that it takes. */
function useSender(act: ColleagueAct, { id, reason, roles, uid }: Fields) {
  const byAct = {
    roles: useAct('staff_roles'),
    disable: useAct('staff_disable'),
    enable: useAct('staff_enable'),
    link: useAct('staff_link'),
    link_user: useAct('staff_link_user'),
  };
  const { busy, failure } = byAct[act];
  const send = async (): Promise<Outcome | undefined> => {
    switch (act) {
      case 'roles':
        return proposedBy(await byAct.roles.send({ id, roles, reason }));
      case 'enable':
        return proposedBy(await byAct.enable.send({ id, reason }));
      case 'disable':
        return (await byAct.disable.send({ id, reason })) && { proposed: false };
      case 'link_user':
        return (await byAct.link_user.send({ id, uid, reason })) && { proposed: false };
      case 'link':
        return proposedBy(await byAct.link.send({ id, reason }));
    }
  };
  return { busy, failure, send };
}

interface Outcome {
  readonly proposed: boolean;
  readonly link?: string;
}

const proposedBy = (answer: StaffAnswer<'staff_roles'> | undefined): Outcome | undefined =>
  answer && { proposed: answer.proposal !== null, ...(answer.link !== null && { link: answer.link }) };
