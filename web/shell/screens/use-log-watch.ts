// Whose orders stand in the public logs is told when these deny their past, from their first look at trading or orders on; the first page loads nothing for it.

import { useEffect } from 'react';
import { useSession } from '../../hooks/use-session.ts';

export function useLogWatch(): void {
  const session = useSession();
  useEffect(() => {
    // What can't be loaded now is with the next session or visit.
    if (session) void import('../../features/proof/watch-logs.ts').then(({ watchLogs }) => watchLogs(), String);
  }, [session]);
}
