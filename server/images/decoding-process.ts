// A process that makes one picture out of one image and ends. It reads the image from its input, its format and length from its arguments, and knows
// nothing else: no environment, no file, no key. Whatever an image does to the decoder ends here. Where its input ends, so does it: nobody waits.

import sharp from 'sharp';
import { MAX_PIXELS, MAX_SIDE, type Told } from './protocol.ts';

const QUALITY = 82;
const LOADERS: Readonly<Record<string, string>> = {
  jpeg: 'VipsForeignLoadJpegBuffer',
  png: 'VipsForeignLoadPngBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
};

/** The input stays open behind the image, until whoever sent it is gone. */
function readImage(length: number): Promise<Buffer> {
  process.stdin.on('end', () => process.exit(1));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let read = 0;
    process.stdin.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      read += chunk.length;
      if (read >= length) resolve(Buffer.concat(chunks, length));
    });
  });
}

function tell(told: Told, picture: Uint8Array = new Uint8Array()): void {
  const all = Buffer.concat([Buffer.from(`${JSON.stringify(told)}\n`), picture]);
  process.stdout.write(all, () => process.stdin.destroy());
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
try {
  await decode(await readImage(Number(process.argv[3])));
} catch {
  tell({ refused: 'UPLOAD_DAMAGED' });
}
