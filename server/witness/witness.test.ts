// A witness signs what goes on from what it signed before and nothing else, says so when a log forks, and speaks C2SP tlog-witness. The log
// it looks at is a slow one of the test's own, on a real port.

import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import { createServer, type Server } from 'node:http';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { toBase64, utf8 } from '@fairtick/kernel/bytes';
import { cosignedAt } from '@fairtick/kernel/log/cosignature';
import { leafHash } from '@fairtick/kernel/log/merkle';
import {
  formatCheckpoint,
  formatVerifierKey,
  type NoteSigner,
  parseVerifierKey,
  signNote,
} from '@fairtick/kernel/log/note';
import { slowConsistency, slowRoot } from '@fairtick/kernel/log/slow-tree.fixture';
import { parseTilePath, TILE_WIDTH } from '@fairtick/kernel/log/tiles';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LogFiles } from '../audit/log-files.ts';
import { ed25519Signer, nodeNoteCrypto, publicKeyOf, sha256 } from '../platform/transparency/index.ts';
import { look } from './follower.ts';
import { KeptLog } from './kept.ts';
import { added, witnessServer } from './serving.ts';

const NOW_MS = 1_715_774_400_500;
const signerOf = (name: string, byte: number): NoteSigner => {
  const seed = new Uint8Array(32).fill(byte);
  return { name, publicKey: publicKeyOf(seed), sign: ed25519Signer(seed) };
};
const operator = signerOf('fairtick.log/ticks', 1);
const witness = signerOf('witness.example', 2);
const leavesOf = (size: number, of = 'entry') =>
  Array.from({ length: size }, (_, at) => leafHash(sha256, utf8(`${of} ${at}`)));
const noteOf = (leaves: readonly Uint8Array[], signer = operator): string =>
  signNote(
    formatCheckpoint({ origin: operator.name, size: leaves.length, root: slowRoot(sha256, leaves), extensions: [] }),
    signer,
    sha256,
  );

/** What the operator shows now. */
let shown: Uint8Array[];
let note: string;
let dir: string;
let server: Server;
let url: string;

function tileOf(level: number, n: number, width: number): Buffer | undefined {
  const under = TILE_WIDTH ** level;
  const hashes = Array.from({ length: width }, (_, i) => {
    const from = (n * TILE_WIDTH + i) * under;
    const leaves = shown.slice(from, from + under);
    return leaves.length === under ? slowRoot(sha256, leaves) : undefined;
  });
  return hashes.includes(undefined) ? undefined : Buffer.concat(hashes.flatMap((hash) => hash ?? []));
}

function show(leaves: readonly Uint8Array[], signer = operator): void {
  shown = [...leaves];
  note = noteOf(leaves, signer);
}

const addressOf = (of: Server): string => {
  const address = of.address();
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '';
};
const listening = (of: Server): Promise<string> =>
  new Promise((resume) => of.listen(0, '127.0.0.1', () => resume(addressOf(of))));

beforeEach(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-witness-'));
  server = createServer((request, response) => {
    const asked = /^\/tlog\/(?:acceptances\/|candles\/|acts\/)?(.*)$/.exec(request.url ?? '')?.[1] ?? '';
    const tile = parseTilePath(asked);
    const bytes = tile && tile.level !== 'entries' ? tileOf(tile.level, tile.n, tile.width) : undefined;
    if (asked === 'checkpoint') response.end(note);
    else if (asked === 'key') response.end(`${formatVerifierKey(operator, sha256)}\n`);
    else if (bytes) response.end(bytes);
    else response.writeHead(404).end('{}');
  });
  url = await listening(server);
});
afterEach(() => {
  server.close();
  fs.rmSync(dir, { recursive: true });
});

function kept(): KeptLog {
  const file = path.join(dir, 'ticks.checkpoint');
  const opened = KeptLog.open({ file, key: operator, witness, now: () => NOW_MS });
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}
const looked = async (log: KeptLog) => (await look(new LogFiles(`${url}/tlog/`), log)).looked;

describe('following', () => {
  test('signs the first, and each that goes on from it, across tiles', async () => {
    const log = kept();
    for (const size of [1, 2, 5, 255, 256, 257, 600]) {
      show(leavesOf(size));
      expect([size, await looked(log)]).toEqual([size, 'signed']);
      expect(cosignedAt(log.note ?? '', witness, nodeNoteCrypto)).toBe(1_715_774_400);
      expect(log.note?.startsWith(note)).toBe(true);
    }
    expect(await looked(log)).toBe('same');
  });

  test('another past is not signed: of the same length, longer, shorter, or without its tiles', async () => {
    const log = kept();
    show(leavesOf(300));
    await looked(log);
    const good = log.note;
    show(leavesOf(300, 'other'));
    expect(await looked(log)).toBe('forked');
    show(leavesOf(400, 'other'));
    expect(await looked(log)).toBe('unproven');
    show(leavesOf(200));
    expect(await looked(log)).toBe('older');
    show(leavesOf(400));
    shown = [];
    expect(await looked(log)).toBe('unproven');
    expect(log.note).toBe(good);
    show(leavesOf(400), signerOf(operator.name, 9));
    expect(await looked(log)).toBe('unsigned');
    expect([log.note, log.size]).toEqual([good, 300]);
  });

  test('what was signed is known after a restart; a file that is none is no fresh start', async () => {
    show(leavesOf(40));
    await looked(kept());
    show(leavesOf(60, 'other'));
    expect([kept().size, await looked(kept())]).toEqual([40, 'unproven']);
    fs.writeFileSync(path.join(dir, 'ticks.checkpoint'), 'nothing\n');
    expect(() => kept()).toThrow(/no checkpoint of this log/);
  });

  test('a server that does not answer is no finding', async () => {
    const log = kept();
    server.close();
    expect(await look(new LogFiles('http://127.0.0.1:1/tlog/'), log)).toMatchObject({ looked: 'unanswered' });
  });
});

describe('add-checkpoint', () => {
  const body = (old: number, proof: readonly Uint8Array[], text: string): string =>
    `old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${text}`;
  const proof = (from: number, leaves: readonly Uint8Array[]) => slowConsistency(sha256, from, leaves);

  test('answers with the line of its signature, or as the protocol says', () => {
    const log = kept();
    const paths = new Map([['tlog/checkpoint', log]]);
    const ask = (text: string) => added(text, paths);
    const [short, long] = [leavesOf(7), leavesOf(20)];
    const first = ask(body(0, [], noteOf(short)));
    expect([first.status, cosignedAt(noteOf(short) + first.text, witness, nodeNoteCrypto)]).toEqual([
      200, 1_715_774_400,
    ]);
    expect(ask(body(0, [], noteOf(long)))).toEqual({ status: 409, text: '7\n', type: 'text/x.tlog.size' });
    expect(ask(body(7, [], noteOf(long))).status).toBe(422);
    expect(ask(body(7, proof(7, leavesOf(20, 'other')), noteOf(long))).status).toBe(422);
    expect(ask(body(7, [], noteOf(leavesOf(7, 'other')))).status).toBe(409);
    expect(ask(body(7, proof(7, long), noteOf(long, signerOf(operator.name, 9)))).status).toBe(403);
    expect(ask(body(7, proof(7, long), noteOf(long).replace(/^.*\n/, 'elsewhere\n'))).status).toBe(404);
    expect(log.size).toBe(7);
    for (const wrong of ['', 'old 7', 'old x\n\n', body(30, [], noteOf(long)), `old 7\nnot base64\n\n${noteOf(long)}`])
      expect([wrong, ask(wrong).status]).toEqual([wrong, 400]);
    expect(ask(body(7, proof(7, long), noteOf(long))).status).toBe(200);
    expect([log.size, ask(body(20, [], noteOf(long))).status]).toEqual([20, 200]);
  });

  test('is served, with what was signed and the key; too long a body is refused', async () => {
    const log = kept();
    const served = witnessServer(new Map([['tlog/checkpoint', log]]), 'the key');
    const at = await listening(served);
    const ask = async (where: string, init?: RequestInit) => {
      const response = await fetch(`${at}/${where}`, init);
      return { status: response.status, text: await response.text() };
    };
    expect((await ask('tlog/checkpoint')).status).toBe(404);
    const sent = await ask('add-checkpoint', { method: 'POST', body: body(0, [], noteOf(leavesOf(3))) });
    expect(sent.status).toBe(200);
    expect(await ask('tlog/checkpoint')).toEqual({ status: 200, text: noteOf(leavesOf(3)) + sent.text });
    expect(await ask('key')).toEqual({ status: 200, text: 'the key\n' });
    expect((await ask('add-checkpoint', { method: 'POST', body: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await ask('key', { method: 'DELETE' })).status).toBe(405);
    served.close();
  });
});

test('the command signs, goes on from what it signed, and ends with an error and both notes where the log forked', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const run = (): Promise<{ code: number; said: string }> =>
    new Promise((resume) => {
      const words = ['server/witness/main.ts', url, '--once', '--name', 'me', '--dir', path.join(dir, 'kept')];
      const child = execFile(process.execPath, words, { cwd: root }, (_, out, problems) =>
        resume({ code: child.exitCode ?? -1, said: out + problems }),
      );
    });
  show(leavesOf(300));
  expect(await run()).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^witness me\+[0-9a-f]{8}\+.*300 entries, signed/s),
  });
  show(leavesOf(310));
  expect(await run()).toMatchObject({ code: 0, said: expect.stringContaining('310 entries, signed') });
  show(leavesOf(310, 'other'));
  expect(await run()).toMatchObject({ code: 1, said: expect.stringContaining('NOT SIGNED (forked)') });
  const evidence = fs.readFileSync(path.join(dir, 'kept', 'fairtick.log_ticks.forked'), 'utf8');
  expect([evidence.includes(noteOf(leavesOf(310))), evidence.includes(note)]).toEqual([true, true]);
  const key = fs.statSync(path.join(dir, 'kept', 'witness.key'));
  expect(key.mode & 0o077).toBe(0);
  expect(parseVerifierKey(fs.readFileSync(path.join(dir, 'kept', 'ticks.log-key'), 'utf8').trim(), sha256).ok).toBe(
    true,
  );
});
