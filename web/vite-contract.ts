// Vite plugin: the contract's endpoints and socket numbers as plain data, read at build time. So zod never enters the users' bundle.

import type { Plugin } from 'vite';

const NAME = 'virtual:contract';
const RESOLVED = `\0${NAME}`;

/** Serves `virtual:contract`; its types are in virtual-contract.d.ts. */
export function contractPlugin(): Plugin {
  return {
    name: 'fairtick-contract',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      const { endpoints, socket } = await contractData();
      return `export const endpoints = ${JSON.stringify(endpoints)};\nexport const socket = ${JSON.stringify(socket)};\n`;
    },
  };
}

/** The same data for tests, which run without Vite's plugin. */
export async function contractData() {
  const { usersTable } = await import('@fairtick/contract/http/index');
  const { endpointsOf } = await import('@fairtick/contract/table');
  const messages = await import('@fairtick/contract/socket/messages');
  const endpoints = Object.fromEntries(
    endpointsOf(usersTable).map(([name, call]) => [name, [call.method, call.path, call.changesState] as const]),
  );
  const socket = {
    path: messages.SOCKET_PATH,
    heartbeatMs: messages.HEARTBEAT_MS,
    connectTimeoutMs: messages.CONNECT_TIMEOUT_MS,
    silenceMs: messages.SILENCE_MS,
    missedPings: messages.MISSED_PINGS,
    privateTopics: [...messages.PRIVATE_TOPICS],
  };
  return { endpoints, socket };
}
