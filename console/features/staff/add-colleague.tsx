// Somebody new: name, e-mail, roles and why. Done at once until there is a second owner, then a proposal.

import type { StaffRole } from '@fairtick/contract/staff/matrix';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sayToast } from '../../stores/toast.ts';
import { LinkDialog } from './link-dialog.tsx';
import { RolesField } from './roles-field.tsx';

export function AddColleague({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const act = useAct('staff_add');
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<readonly StaffRole[]>([]);
  const [reason, setReason] = useState('');
  const [link, setLink] = useState<string | undefined>();
  const send = async (): Promise<void> => {
    const answer = await act.send({
      name: name.trim(),
      email: email.trim(),
      roles: roles.join(','),
      reason: reason.trim(),
    });
    if (!answer) return;
    sayToast(t(answer.proposal === null ? 'staff.added' : 'proposals.made'));
    if (answer.link === null) onClose();
    else setLink(answer.link);
  };
  if (link !== undefined) return <LinkDialog link={link} onClose={onClose} />;
  const ready = [name, email, reason].every((text) => text.trim() !== '') && roles.length > 0;
  return (
    <Dialog
      title={t('staff.add_title')}
      act={t('staff.add')}
      ready={ready}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <TextInput
        label={t('staff.name')}
        value={name}
        onChange={typedInto(setName)}
        maxLength={80}
        withAsterisk
        data-autofocus
      />
      <TextInput
        label={t('email')}
        type="email"
        value={email}
        onChange={typedInto(setEmail)}
        maxLength={254}
        withAsterisk
      />
      <RolesField value={roles} onChange={setRoles} />
      <ReasonField value={reason} onChange={setReason} hint={t('staff.reason_hint')} />
    </Dialog>
  );
}
