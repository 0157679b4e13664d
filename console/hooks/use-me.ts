// Who is signed in and what they may do.

import type { Grant, StaffAct } from '@fairtick/contract/staff/matrix';
import type { Member } from '@fairtick/contract/staff/sign-in';
import { may, type Rights } from '../calculators/rights.ts';
import { sessionStore } from '../stores/session.ts';
import { useRead } from './use-read.ts';
import { useStore } from './use-store.ts';

export const useMeRead = () => {
  const { token } = useStore(sessionStore);
  return useRead('me', {}, { enabled: token !== undefined });
};

/** undefined until the server has said it. */
export const useMember = (): Member | undefined => useMeRead().data?.member;

/** Nothing is allowed until the server has said it. */
export function useMay(): (act: StaffAct, ...grants: readonly Grant[]) => boolean {
  const rights: Rights = useMeRead().data?.rights ?? {};
  return (act, ...grants) => may(rights, act, ...grants);
}
