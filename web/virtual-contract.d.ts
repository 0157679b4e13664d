// What web/vite-contract.ts generates from the contract at build time.

declare module 'virtual:contract' {
  /** method, path, changesState */
  export const endpoints: Readonly<Record<string, readonly ['GET' | 'POST', string, boolean]>>;
  export const socket: {
    readonly path: string;
    readonly heartbeatMs: number;
    readonly connectTimeoutMs: number;
    readonly silenceMs: number;
    readonly missedPings: number;
    readonly privateTopics: readonly string[];
  };
}
