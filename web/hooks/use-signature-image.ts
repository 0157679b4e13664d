// A drawn signature as a picture, dark on white whatever the theme, sent once: the same strokes again are known by the link that they have already.

import { ApiError } from '@fairtick/contract/client/failures';
import { useRef, useState } from 'react';
import { PAD, type Strokes, strokesText } from '../calculators/signature.ts';
import { sayToast, toastOf } from '../stores/toast.ts';
import { sendPhoto } from '../stores/upload.ts';

const SHARPNESS = 2;

export interface SignatureImage {
  readonly busy: boolean;
  /** Its link; undefined where it did not arrive, which is said. */
  readonly send: (strokes: Strokes) => Promise<string | undefined>;
}

export function useSignatureImage(): SignatureImage {
  const [busy, setBusy] = useState(false);
  const sent = useRef<{ readonly text: string; readonly url: string }>(undefined);
  async function send(strokes: Strokes): Promise<string | undefined> {
    const text = strokesText(strokes);
    if (sent.current?.text === text) return sent.current.url;
    setBusy(true);
    try {
      const url = await sendPhoto(await pictureOf(strokes), () => undefined, new AbortController().signal);
      sent.current = { text, url };
      return url;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      sayToast(toastOf(error));
      return undefined;
    } finally {
      setBusy(false);
    }
  }
  return { busy, send };
}

async function pictureOf(strokes: Strokes): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [PAD.width * SHARPNESS, PAD.height * SHARPNESS];
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('a browser without a canvas');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(SHARPNESS, SHARPNESS);
  Object.assign(pen, { strokeStyle: '#111', lineWidth: 4, lineCap: 'round', lineJoin: 'round' });
  for (const stroke of strokes) {
    pen.beginPath();
    for (const [x, y] of stroke) pen.lineTo(x, y);
    const [first] = stroke;
    if (first && stroke.length === 1) pen.lineTo(first[0], first[1]);
    pen.stroke();
  }
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!picture) throw new Error('a canvas without a picture');
  return picture;
}
