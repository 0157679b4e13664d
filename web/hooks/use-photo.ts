// A photo that a person chose: made small, shown, sent at once, and known by its link when it has arrived.

import { ApiError } from '@fairtick/contract/client/failures';
import { useEffect, useRef, useState } from 'react';
import { fittedSize } from '../calculators/fitted-size.ts';
import { sayToast, toastOf } from '../stores/toast.ts';
import { sendPhoto } from '../stores/upload.ts';

const LONGEST_PX = 2_400;
const QUALITY = 0.85;

export interface ChosenPhoto {
  /** A blob: link to look at it. */
  readonly preview: string;
  readonly state: 'shrinking' | 'sending' | 'sent' | 'failed';
  /** Of what is to be sent, 0 to 1. */
  readonly share: number;
  /** Its link, for the call that uses it; '' until it has arrived. */
  readonly url: string;
}

export interface Photo {
  readonly chosen: ChosenPhoto | undefined;
  readonly choose: (file: Blob) => void;
  readonly again: () => void;
  readonly remove: () => void;
}

export function usePhoto(): Photo {
  const [chosen, setChosen] = useState<ChosenPhoto>();
  const sending = useRef<AbortController>(undefined);
  const file = useRef<Blob>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const preview = chosen?.preview;
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  async function send(photo: Blob, shown: string): Promise<void> {
    sending.current?.abort();
    const own = new AbortController();
    sending.current = own;
    const say = (state: ChosenPhoto['state'], share: number, url = ''): void => {
      if (!own.signal.aborted) setChosen({ preview: shown, state, share, url });
    };
    say('shrinking', 0);
    const small = await smallPhoto(photo);
    if (own.signal.aborted) return;
    say('sending', 0);
    try {
      say('sent', 1, await sendPhoto(small, (share) => say('sending', share), own.signal));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.failure === 'cancelled') return;
      sayToast(toastOf(error));
      say('failed', 0);
    }
  }

  return {
    chosen,
    choose: (photo) => {
      file.current = photo;
      void send(photo, URL.createObjectURL(photo));
    },
    again: () => {
      if (file.current && preview) void send(file.current, preview);
    },
    remove: () => {
      sending.current?.abort();
      setChosen(undefined);
    },
  };
}

/**
 * At most 2,400 px and a JPEG: half a megabyte instead of ten, and without the place where it was taken. What this browser cannot read goes as it is,
 * and the server says what it thinks of it.
 */
async function smallPhoto(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap) return file;
  const { width, height } = fittedSize(bitmap, LONGEST_PX);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob((small) => resolve(small ?? file), 'image/jpeg', QUALITY));
}
