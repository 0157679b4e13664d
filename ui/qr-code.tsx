// A QR code, dark on white in every theme: cameras expect it so. 160 px, level H, which survives a bent or stained print.

import { QRCodeSVG } from 'qrcode.react';

const SIZE_PX = 160;

export function QrCode({ value, label }: { value: string; label: string }) {
  return (
    <span dir="ltr" className="mx-auto block rounded-lg border border-line bg-white p-4">
      <QRCodeSVG value={value} size={SIZE_PX} level="H" title={label} role="img" />
    </span>
  );
}
