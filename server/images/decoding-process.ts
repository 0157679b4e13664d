// A process that makes one picture out of one image and ends. It reads the image from its input, its format from its arguments, and knows nothing else:
// no environment, no file, no key. Whatever an image does to the decoder ends here.

import sharp from 'sharp';
import { MAX_PIXELS, MAX_SIDE, READY, type Told } from './protocol.ts';

const QUALITY = 82;
const LOADERS: Readonly<Record<string, string>> = {
  jpeg: 'VipsForeignLoadJpegBuffer',
  png: 'VipsForeignLoadPngBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
};

async function readAll(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function tell(told: Told, picture: Uint8Array = new Uint8Array()): void {
  process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(told)}\n`), picture]));
}

async function decode(bytes: Buffer): Promise<void> {
  // The header alone: how large it would be is asked before anything is unpacked.
  const { width, height } = await sharp(bytes, { limitInputPixels: false, failOn: 'warning' }).metadata();
  if (width * height > MAX_PIXELS) return tell({ refused: 'UPLOAD_PIXELS' });
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', pages: 1 })
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  tell({ width: info.width, height: info.height }, data);
}

const loader = LOADERS[process.argv[2] ?? ''];
if (!loader) throw new Error('no such format');
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: [loader] });
sharp.cache(false);
sharp.concurrency(1);
process.stdout.write(READY);
try {
  await decode(await readAll());
} catch {
  tell({ refused: 'UPLOAD_DAMAGED' });
}
