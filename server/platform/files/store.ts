// Where sealed bytes lie. A store knows names and bytes, and nothing of whose they are.

export type Place = 'disk' | 'bucket';

/** Names are 32 hexadecimal digits. All methods reject when the place does not serve. */
export interface FileStore {
  /** Resolves when the bytes would survive the death of the machine. Under one name the same bytes only. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** undefined where there are none. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Also where there are none. */
  delete(name: string): Promise<void>;
}

/** New files go to `write`; those of the other place stay readable there. */
export interface FileStores {
  readonly write: Place;
  readonly of: Readonly<Partial<Record<Place, FileStore>>>;
}

/** No stored file is larger: what comes in is at most 10 MiB, and what is kept is smaller. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;

const NAME = /^[0-9a-f]{32}$/;

/** Throws where the text is no name of ours: a name becomes part of a path. */
export function assertName(name: string): void {
  if (!NAME.test(name)) throw new Error('not the name of a file of ours');
}
