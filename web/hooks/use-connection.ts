// Whether the socket is open, for components.

import { useSyncExternalStore } from 'react';
import { type Connection, currentConnection, onConnection } from '../stores/connection.ts';

export const useConnection = (): Connection => useSyncExternalStore(onConnection, currentConnection);
