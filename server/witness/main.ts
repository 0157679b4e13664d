// `npm run witness -- URL`: a small follower that anybody can run. It looks at a server's public logs again and again, signs each checkpoint that
// extends what it signed before, keeps it on its own disk, and shows it. A log that forks is not signed, kept as evidence, and said.

import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { fromBase64, toBase64 } from '@fairtick/kernel/bytes';
import { systemClock } from '@fairtick/kernel/clock';
import { formatWitnessKey } from '@fairtick/kernel/log/cosignature';
import { type NoteSigner, parseVerifierKey } from '@fairtick/kernel/log/note';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { LogFiles } from '../audit/log-files.ts';
import { ed25519Signer, publicKeyOf, SEED_BYTES, sha256 } from '../platform/transparency/index.ts';
import { isAlarm, type Look, look } from './follower.ts';
import { KeptLog, writeForSure } from './kept.ts';
import { witnessServer } from './serving.ts';

const USAGE =
  'npm run witness -- URL [--name NAME] [--dir FOLDER] [--port PORT] [--every SECONDS] [--once]\n' +
  '  URL      the server whose public logs are followed: https://…\n' +
  '  --name   what the witness is called in its signatures; default this machine’s name\n' +
  '  --dir    where its key and what it signed are kept; default ./witness. Keep it: who loses it can sign a fork\n' +
  '  --port   serve the signed checkpoints, the key at /key, and POST /add-checkpoint (C2SP tlog-witness)\n' +
  '  --every  seconds between two looks; default 30\n' +
  '  --once   look once and end';

const FOLDERS = ['', 'acceptances/', 'candles/', 'acts/'];
/** That nothing shows what was signed to be part of what is shown now may be a server that is being mended; for so many looks. */
const UNPROVEN_LIMIT = 3;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Wanted {
  readonly url: string;
  readonly name: string;
  readonly dir: string;
  readonly port: number | undefined;
  readonly everyMs: number;
  readonly once: boolean;
}

function readWords(): Result<Wanted, string> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        name: { type: 'string', default: os.hostname() },
        dir: { type: 'string', default: 'witness' },
        port: { type: 'string' },
        every: { type: 'string', default: '30' },
        once: { type: 'boolean', default: false },
      },
    });
    const url = positionals[0]?.replace(/\/+$/, '') ?? '';
    const [port, every] = [values.port === undefined ? undefined : Number(values.port), Number(values.every)];
    if (positionals.length !== 1 || !/^https?:\/\/\S+$/.test(url)) return err(USAGE);
    if (!/^[^\s+]{1,200}$/.test(values.name)) return err('--name wants a name without blanks and plus signs.');
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65_536))
      return err('--port wants a port.');
    if (!(every >= 1 && every <= 86_400)) return err('--every wants seconds, from 1 on.');
    return ok({
      url,
      name: values.name,
      dir: path.resolve(values.dir),
      port,
      everyMs: every * 1_000,
      once: values.once,
    });
  } catch (error) {
    return err(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

/** The witness's own key: made at its first start, never shown. */
function ownKey(dir: string, name: string): Result<NoteSigner, string> {
  const file = path.join(dir, 'witness.key');
  if (!fs.existsSync(file)) writeForSure(file, `${toBase64(new Uint8Array(randomBytes(SEED_BYTES)))}\n`, 0o600);
  const seed = fromBase64(fs.readFileSync(file, 'utf8').trim());
  if (seed?.length !== SEED_BYTES) return err(`${file} is no key: put back what was there.`);
  return ok({ name, publicKey: publicKeyOf(seed), sign: ed25519Signer(seed) });
}

/** The log's key is believed once, at the first look, and pinned. */
async function opened(wanted: Wanted, folder: string, witness: NoteSigner): Promise<Result<KeptLog, string>> {
  const name = folder === '' ? 'ticks' : folder.slice(0, -1);
  const pinned = path.join(wanted.dir, `${name}.log-key`);
  if (!fs.existsSync(pinned)) {
    const response = await fetch(`${wanted.url}/tlog/${folder}key`, { signal: AbortSignal.timeout(10_000) });
    const text = response.ok ? (await response.text()).trim() : '';
    if (!parseVerifierKey(text, sha256).ok) return err(`${wanted.url} shows no key of its log of ${name}.`);
    writeForSure(pinned, `${text}\n`);
  }
  const key = parseVerifierKey(fs.readFileSync(pinned, 'utf8').trim(), sha256);
  if (!key.ok) return err(`${pinned} is no key of a log: put back what was there.`);
  const file = path.join(wanted.dir, `${name}.checkpoint`);
  return KeptLog.open({ file, key: key.value, witness, now: () => systemClock.now() });
}

/** True where the log can't be believed any more. Both notes are kept: they are the proof. */
function reported(dir: string, kept: KeptLog, { looked, note, size }: Look, unproven: number): boolean {
  if (looked === 'signed') say(`${kept.origin}: ${size} entries, signed`);
  else if (looked !== 'same') say(`${kept.origin}: ${looked}, ${kept.size} entries were signed for`);
  if (!isAlarm(looked) || (looked === 'unproven' && unproven < UNPROVEN_LIMIT)) return false;
  const evidence = path.join(dir, `${kept.origin.replace(/[^\w.-]/g, '_')}.${looked}`);
  writeForSure(evidence, `${kept.note ?? 'nothing was signed yet'}\n\n${note}`);
  say(
    `${kept.origin}: NOT SIGNED (${looked}). What was signed and what is shown now stand in ${evidence}: show them to others.`,
  );
  say('An operator who had to break with the past says so, signed, at /tlog/…/epoch: read it before you begin anew.');
  return true;
}

async function main(wanted: Wanted): Promise<number> {
  fs.mkdirSync(wanted.dir, { recursive: true, mode: 0o700 });
  const witness = ownKey(wanted.dir, wanted.name);
  if (!witness.ok) return refused(witness.error);
  const keyText = formatWitnessKey(witness.value, sha256);
  const logs = new Map<string, { readonly kept: KeptLog; readonly files: LogFiles; unproven: number }>();
  for (const folder of FOLDERS) {
    const kept = await opened(wanted, folder, witness.value);
    if (!kept.ok) return refused(kept.error);
    const files = new LogFiles(`${wanted.url}/tlog/${folder}`);
    logs.set(`tlog/${folder}checkpoint`, { kept: kept.value, files, unproven: 0 });
  }
  say(`witness ${keyText}`);
  if (wanted.port !== undefined && !wanted.once) {
    const paths = new Map([...logs].map(([at, { kept }]) => [at, kept]));
    const server = witnessServer(paths, keyText);
    server.listen(wanted.port, () => say(`serving on ${JSON.stringify(server.address())}`));
  }
  for (;;) {
    let broken = false;
    for (const log of logs.values()) {
      const seen = await look(log.files, log.kept);
      log.unproven = seen.looked === 'unproven' ? log.unproven + 1 : 0;
      broken = reported(wanted.dir, log.kept, seen, wanted.once ? UNPROVEN_LIMIT : log.unproven) || broken;
    }
    if (broken) return 1;
    if (wanted.once) return 0;
    await new Promise<void>((resume) => void systemClock.after(wanted.everyMs, resume));
  }
}

function refused(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 2;
}

const words = readWords();
const code = words.ok
  ? await main(words.value).catch((error: unknown) => refused(error instanceof Error ? error.message : String(error)))
  : refused(words.error);
process.exit(code);
