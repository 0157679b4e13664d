// A table of endpoints: all that one audience may call. The server, OpenAPI, the role matrix and the fuzzer take any table alike.

import type { z } from 'zod';
import type { Audience, Endpoint, Role } from './endpoint.ts';

export interface EndpointTable<A extends Audience = Audience> {
  /** The title of its document. */
  readonly name: string;
  readonly audience: A;
  /** Every path begins with one of these; below them nothing is served but these endpoints and their document. */
  readonly prefixes: readonly string[];
  /** Its OpenAPI document is served at `<about>/api/openapi.json`, the page to try it at `<about>/docs/`. */
  readonly about: string;
  readonly endpoints: Readonly<Record<string, Endpoint<z.ZodObject, z.ZodType, Role<A>>>>;
}

/** The endpoints of a table with their names, in the table's order. */
export const endpointsOf = <T extends EndpointTable>(table: T) =>
  Object.entries(table.endpoints) as [Extract<keyof T['endpoints'], string>, Endpoint][];
