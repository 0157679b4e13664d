// Who is signed in, for components.

import { useStore } from 'zustand';
import { type Session, sessionStore } from '../stores/session.ts';

export const useSession = (): Session | undefined => useStore(sessionStore, (state) => state.session);

/** A key that changes when whoever was signed in is gone: what bears it is built anew, and nothing of theirs stays in it. */
export const usePersonKey = (): number => useStore(sessionStore, (state) => state.gone);
