// A screen that is not of this person's roles: said, with the roles that have it.

import type { Grant, StaffAct } from '@fairtick/contract/staff/matrix';
import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import { rolesWith } from '../calculators/rights.ts';
import { useMay, useMeRead } from '../hooks/use-me.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Empty } from './empty.tsx';
import { Loaded } from './loaded.tsx';
import { Page } from './page.tsx';

interface AllowedProps {
  readonly act: StaffAct;
  /** Any of the act's where none is named. */
  readonly grants?: readonly Grant[];
  readonly title: string;
  readonly children: ReactNode;
}

/** Shows its children to those who have to do with the act. */
export function Allowed({ act, grants = [], title, children }: AllowedProps) {
  const t = useTexts();
  const me = useMeRead();
  const may = useMay();
  if (may(act, ...grants)) return children;
  const roles = rolesWith(act, ...grants).map((role) => t(`role.${role}`));
  return (
    <Page title={title}>
      <Loaded of={me}>
        {() => (
          <Empty
            icon={<Lock size={28} />}
            title={t('not_allowed.title')}
            text={t('not_allowed.text', { roles: roles.join(', ') })}
          />
        )}
      </Loaded>
    </Page>
  );
}
