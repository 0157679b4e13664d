// Whether passkeys can work where the console stands. A browser binds them to a name: to an IP address it gives none.

/** Why they can't; undefined where they can. `hostname` as the browser has it: dotted, or in brackets where it is an IPv6 address. */
export function passkeyObstacle(hostname: string, known: boolean): 'address' | 'absent' | undefined {
  if (hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)) return 'address';
  return known ? undefined : 'absent';
}
