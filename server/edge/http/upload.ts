// A file that comes with a call: read into memory, never onto a disk, and only after its sender was admitted.

import { setTimeout as delay } from 'node:timers/promises';
import { MAX_UPLOAD_BYTES, UPLOAD_FIELD } from '@fairtick/contract/endpoint';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import { err, ok, type Result } from '@fairtick/kernel/result';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Upload } from '../../platform/endpoints.ts';
import { addField, type Fields } from './input.ts';

/** What may lie in memory at once is so many times 10 MB. */
const MAX_AT_ONCE = 16;
const MAX_AT_ONCE_EACH = 2;
const MAX_TEXTS = 8;
const MAX_TEXT_BYTES = 1_024;
const MAX_NAME = 100;
/** Behind each piece of a file (64 KB, a third of a millisecond's work): in it the server does everything else. */
const BETWEEN_PIECES_MS = 8;

/** Only endpoints served in this scope read files. */
export async function takesUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    throwFileSizeLimit: true,
    limits: {
      fileSize: MAX_UPLOAD_BYTES,
      files: 1,
      fields: MAX_TEXTS,
      parts: MAX_TEXTS + 1,
      fieldSize: MAX_TEXT_BYTES,
      fieldNameSize: MAX_NAME,
      headerPairs: 20,
    },
  });
}

export interface Received {
  readonly upload: Upload;
  readonly fields: Fields;
}

const TOO_LARGE = refuse('UPLOAD_TOO_LARGE', { max: `${MAX_UPLOAD_BYTES / 1_048_576} MB` });

/** The places in memory, shared by all who send files. */
export class Uploads {
  readonly #bySender = new Map<string | bigint, number>();
  #count = 0;
  #turn: Promise<unknown> = Promise.resolve();

  /** Takes a place for one file of the sender's; what is answered gives it back, and is to be called once. undefined where none is free. */
  take(sender: string | bigint): (() => void) | undefined {
    const own = this.#bySender.get(sender) ?? 0;
    if (this.#count >= MAX_AT_ONCE || own >= MAX_AT_ONCE_EACH) return undefined;
    this.#bySender.set(sender, own + 1);
    this.#count += 1;
    return () => {
      this.#count -= 1;
      const left = (this.#bySender.get(sender) ?? 1) - 1;
      if (left === 0) this.#bySender.delete(sender);
      else this.#bySender.set(sender, left);
    };
  }

  /**
   * Resolves when another piece of a file may be read: of all files together one after the other, with a pause behind each. What comes from a dozen
   * phones at once would else be read in one go, and whatever else the server has to do would wait for all of it.
   */
  piece(): Promise<unknown> {
    // By the machine's own time: it is the machine that is given a rest.
    this.#turn = this.#turn.then(() => delay(BETWEEN_PIECES_MS));
    return this.#turn;
  }
}

/** The file of a request and the texts beside it. Takes memory: a place is taken before. */
export async function readUpload(
  request: FastifyRequest,
  fields: Fields,
  uploads: Pick<Uploads, 'piece'>,
): Promise<Result<Received, Refusal>> {
  if (!request.isMultipart()) return err(refuse('BODY_MALFORMED'));
  let upload: Upload | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        if (part.fieldname !== UPLOAD_FIELD) return err(refuse('BODY_MALFORMED'));
        const read = await uploadOf(part, uploads);
        if (!read) return err(TOO_LARGE);
        upload = read;
      } else {
        const { value, valueTruncated, fieldnameTruncated, fieldname } = part;
        if (typeof value !== 'string' || valueTruncated || fieldnameTruncated) return err(refuse('BODY_MALFORMED'));
        if (!addField(fields, fieldname, value).ok) return err(refuse('BODY_MALFORMED'));
      }
    }
  } catch {
    // It broke off, or is no multipart.
    return err(refuse('BODY_MALFORMED'));
  }
  return upload ? ok({ upload, fields }) : err(refuse('VALUE_MISSING', { field: UPLOAD_FIELD }));
}

/** Piece by piece: what is not read yet waits at its sender's. undefined where it is too large. */
async function uploadOf(part: MultipartFile, uploads: Pick<Uploads, 'piece'>): Promise<Upload | undefined> {
  const pieces: Buffer[] = [];
  for await (const piece of part.file) {
    pieces.push(piece);
    await uploads.piece();
  }
  if (part.file.truncated) return undefined;
  return {
    bytes: Buffer.concat(pieces),
    type: part.mimetype.slice(0, MAX_NAME),
    name: part.filename.slice(0, MAX_NAME),
  };
}
