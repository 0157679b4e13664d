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
  /**
   * Where private files are, by the links that endpoints answer with: `{id}`, and in the query `e` (the end, UTC ms) and `s` (for whom, and the
   * proof). It is no endpoint: an image in a page sends no token, language or key, and is answered with bytes instead of an envelope. So the link
   * is the right to it, and tests/security/private-files.test.ts walks it apart.
   */
  readonly files?: string;
  /**
   * Tables for spreadsheets by their names: read and admitted like endpoints, and answered with text as long as somebody's books are, without an
   * envelope. tests/integration/ledger/sheet.test.ts walks them apart.
   */
  readonly sheets?: Readonly<Record<string, Endpoint>>;
  readonly endpoints: Readonly<Record<string, Endpoint<z.ZodObject, z.ZodType, Role<A>>>>;
}

/** The endpoints of a table with their names, in the table's order. */
export const endpointsOf = <T extends EndpointTable>(table: T) =>
  Object.entries(table.endpoints) as [Extract<keyof T['endpoints'], string>, Endpoint][];
