// Twenty pictures of ten megapixels are sent at once while orders come at half of what the server can take: what that does to the orders' p99. Rounds
// with and without pictures take turns, on the real server with the decoder's process.

import { randomBytes } from 'node:crypto';
import { ERROR_CODES } from '@fairtick/contract/errors';
import { createOwnerPool } from '@fairtick/server/platform/database/pools';
import sharp from 'sharp';
import { DataFolder, Server } from '../chaos/server.ts';
import { emailOf, insertPeople, PASSWORD } from '../harness/people.ts';
import { stolenTicks } from './cpu.ts';
import { untilOpen } from './open-pairs.ts';
import { runOrders } from './orders.ts';
import { limited, median } from './ratios.ts';
import { between, isAccepted } from './wire.ts';

const ROUNDS = 9;
const WARM_UP_MS = 4_000;
const LEAST_ROUND_MS = 6_000;
const CONNECTIONS = 32;
const USERS_EACH = 4;
/** Each sends one picture after the other: the server takes in sixteen files at once. */
const SENDERS = 10;
const PICTURES_EACH = 2;
const PICTURES = SENDERS * PICTURES_EACH;
const P99_LIMIT = 1.15;
/** It took too long, or too many waited already. */
const LATER = [ERROR_CODES.OUTCOME_UNKNOWN, ERROR_CODES.UPLOADS_BUSY];
/** 10.04 million pixels, as cameras of that size have. */
const SIDES = { width: 3_872, height: 2_592 };

export async function benchUploads(): Promise<void> {
  const folder = new DataFolder();
  const server = await Server.start({ dataDir: folder.dir, env: { RATE_FACTOR: '100000', LOG_LEVEL: 'error' } });
  try {
    const owner = createOwnerPool(folder.ownerUrl());
    const emails = Array.from({ length: SENDERS * (ROUNDS + 2) }, (_, person) => emailOf(person));
    await insertPeople(owner, emails);
    await owner.end();
    await untilOpen(server.url, [1]);
    const picture = new Blob([Uint8Array.from(await newPicture())], { type: 'image/jpeg' });
    console.log(
      `uploads  a picture of ${SIDES.width} x ${SIDES.height} px has ${(picture.size / 1_000_000).toFixed(1)} MB`,
    );
    // Others each time: nobody may have more than some unused pictures.
    const newSenders = async (): Promise<Sender[]> => {
      const senders: Sender[] = [];
      for (const email of emails.splice(0, SENDERS)) senders.push(await newSender(server.url, email, picture));
      return senders;
    };
    await compare(server.url, newSenders);
  } finally {
    await server.stop();
    await folder.remove();
  }
}

/** Sends their pictures; how many were not taken in the time that an upload may take, or not at all for want of a place in the queue. */
type Sender = () => Promise<number>;

async function newSender(url: string, email: string, picture: Blob): Promise<Sender> {
  const fields = new URLSearchParams({ account: email, password: PASSWORD });
  const answer = await (await fetch(`${url}/api/user/loginForU`, { method: 'POST', body: fields })).text();
  if (!isAccepted(answer)) throw new Error(`no session: ${answer}`);
  const token = between(answer, '"token":"');
  const upload = async (): Promise<number> => {
    const body = new FormData();
    body.set('file', picture, 'picture.jpg');
    const headers = { authorization: token };
    const said = await (await fetch(`${url}/api/common/image_upload`, { method: 'POST', headers, body })).text();
    if (isAccepted(said)) return 0;
    if (LATER.some((code) => said.includes(`"code":${code},`))) return 1;
    throw new Error(`a picture was not taken: ${said}`);
  };
  return async () => {
    let late = 0;
    for (let n = 0; n < PICTURES_EACH; n += 1) late += await upload();
    return late;
  };
}

/** A JPEG as a camera's: shades from the whole picture's size down to single pixels, the finer the fainter. */
async function newPicture(): Promise<Buffer> {
  const { width, height } = SIDES;
  const grain = async (step: number, alpha: number) => {
    const [w, h] = [Math.ceil(width / step), Math.ceil(height / step)];
    const raw = { width: w, height: h, channels: 4 as const };
    const bytes = randomBytes(w * h * 4);
    for (let at = 3; at < bytes.length; at += 4) bytes[at] = alpha;
    const input = await sharp(bytes, { raw })
      .resize({ width, height, fit: 'fill', kernel: 'cubic' })
      .png({ compressionLevel: 0 })
      .toBuffer();
    return { input };
  };
  const layers = [
    await grain(400, 160),
    await grain(60, 110),
    await grain(12, 60),
    await grain(4, 40),
    await grain(1, 22),
  ];
  const background = { create: { width, height, channels: 3 as const, background: '#987' } };
  return sharp(background).composite(layers).jpeg({ quality: 90 }).toBuffer();
}

async function compare(url: string, newSenders: () => Promise<readonly Sender[]>): Promise<void> {
  const orders = (ms: number, rate: number, ready: () => void = () => undefined) =>
    runOrders([url, CONNECTIONS, USERS_EACH, ms, rate], ready);
  await orders(WARM_UP_MS, 0);
  const most = await orders(WARM_UP_MS, 0);
  const rate = Math.floor(most.orders / most.seconds / 2);
  const sendAll = async (senders: readonly Sender[]): Promise<number> => {
    const begun = performance.now();
    const late = await Promise.all(senders.map((send) => send()));
    const sum = late.reduce((all, one) => all + one, 0);
    if (sum > 0) console.log(`uploads  ${sum} of ${PICTURES} pictures were late or told to come again`);
    return performance.now() - begun;
  };
  await sendAll(await newSenders());
  // As long as the pictures take beside orders: longer, and the p99 would be of orders that were alone.
  let beside = Promise.resolve(0);
  const first = await newSenders();
  await orders(LEAST_ROUND_MS, rate, () => {
    beside = sendAll(first);
  });
  const roundMs = Math.max(LEAST_ROUND_MS, Math.round(await beside));
  console.log(
    `uploads  at most ${(rate * 2).toFixed(0)} orders a second, now ${rate}; ${PICTURES} pictures take ${roundMs} ms beside them`,
  );
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    let tookMs = Promise.resolve(0);
    const start = stolenTicks();
    const alone = async (): Promise<number> => (await orders(roundMs, rate)).p99Ms;
    const senders = await newSenders();
    const before = round % 2 === 0 ? await alone() : undefined;
    const { p99Ms } = await orders(roundMs, rate, () => {
      tookMs = sendAll(senders);
    });
    const took = await tookMs;
    const without = before ?? (await alone());
    ratios.push(p99Ms / without);
    const now = stolenTicks();
    const stolen = (100 * (now.stolen - start.stolen)) / Math.max(1, now.all - start.all);
    console.log(
      `uploads  p99 of an order ${without.toFixed(1)} ms alone, ${p99Ms.toFixed(1)} ms beside ${PICTURES} pictures, which took ${(took / 1_000).toFixed(1)} s; ` +
        `ratio ${(p99Ms / without).toFixed(2)}; the host took ${stolen.toFixed(1)} % of the processors`,
    );
  }
  console.log(
    limited('uploads', 'p99 of an order beside pictures, times that without, median', median(ratios), '<=', P99_LIMIT),
  );
}
