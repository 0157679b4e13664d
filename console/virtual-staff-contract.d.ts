// What console/vite-contract.ts generates from the contract at build time.

declare module 'virtual:staff-contract' {
  /** method, path, changesState */
  export const endpoints: Readonly<Record<string, readonly ['GET' | 'POST', string, boolean]>>;
}
