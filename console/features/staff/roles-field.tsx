// The roles of a member of staff, several at once.

import { STAFF_ROLES, type StaffRole } from '@fairtick/contract/staff/matrix';
import { Checkbox } from '@mantine/core';
import { useTexts } from '../../i18n/use-texts.ts';

export function RolesField({
  value,
  onChange,
}: {
  value: readonly StaffRole[];
  onChange: (roles: StaffRole[]) => void;
}) {
  const t = useTexts();
  return (
    <Checkbox.Group
      label={t('staff.roles_field')}
      value={[...value]}
      onChange={(values) => onChange(STAFF_ROLES.filter((role) => values.includes(role)))}
      withAsterisk
    >
      <div className="roles">
        {STAFF_ROLES.map((role) => (
          <Checkbox key={role} value={role} label={t(`role.${role}`)} description={t(`role.${role}_does`)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
