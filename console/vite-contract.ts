// Vite plugin: the staff's endpoints as plain data, read at build time. So zod never enters the console's bundle.

import type { Plugin } from 'vite';

const NAME = 'virtual:staff-contract';
const RESOLVED = `\0${NAME}`;

/** Serves `virtual:staff-contract`; its types are in virtual-staff-contract.d.ts. */
export function contractPlugin(): Plugin {
  return {
    name: 'fairtick-staff-contract',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      const { staffTable } = await import('@fairtick/contract/staff/index');
      const { endpointsOf } = await import('@fairtick/contract/table');
      const endpoints = endpointsOf(staffTable).map(([name, one]) => [name, [one.method, one.path, one.changesState]]);
      return `export const endpoints = ${JSON.stringify(Object.fromEntries(endpoints))};\n`;
    },
  };
}
