// Who is signed in, for components.

import { useStore } from 'zustand';
import { type Session, sessionStore } from '../stores/session.ts';

export const useSession = (): Session | undefined => useStore(sessionStore, (state) => state.session);
