// Where a signature is drawn, with a finger, a pen or a mouse. Lines of the page's own ink in the pad's own units: a turn of the phone loses nothing.

import { systemClock } from '@fairtick/kernel/clock';
import { Button } from '@fairtick/ui/button';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { type PointerEvent, useRef } from 'react';
import { begun, drawnOn, PAD, pathOf, pointOn, type Strokes } from '../../calculators/signature.ts';
import { useTexts } from '../../i18n/use-texts.ts';

export function SignaturePad({ strokes, onStrokes }: { strokes: Strokes; onStrokes: (strokes: Strokes) => void }) {
  const t = useTexts('loans');
  const startedAt = useRef(0);
  const drawing = useRef(false);
  // Points come faster than the page is drawn: each goes onto what was drawn last.
  const newest = useRef(strokes);
  newest.current = strokes;
  const put = (next: Strokes): void => {
    newest.current = next;
    onStrokes(next);
  };
  const at = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const now = systemClock.monotonic();
    if (newest.current.length === 0) startedAt.current = now;
    return pointOn({ x: event.clientX - box.x, y: event.clientY - box.y }, box, now - startedAt.current);
  };
  return (
    <div className="relative overflow-hidden rounded-lg border border-field-line bg-surface">
      <svg
        viewBox={`0 0 ${PAD.width} ${PAD.height}`}
        role="img"
        aria-label={t('sign.pad')}
        className="block w-full cursor-crosshair touch-none select-none text-ink"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          drawing.current = true;
          put(begun(newest.current, at(event)));
        }}
        onPointerMove={(event) => {
          if (drawing.current) put(drawnOn(newest.current, at(event)));
        }}
        onPointerUp={() => {
          drawing.current = false;
        }}
        onPointerCancel={() => {
          drawing.current = false;
        }}
      >
        <line
          x1="24"
          x2={PAD.width - 24}
          y1="156"
          y2="156"
          strokeWidth="1.5"
          strokeDasharray="6 6"
          className="stroke-line-strong"
        />
        <path
          d={strokes.map(pathOf).join('')}
          fill="none"
          stroke="currentColor"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {strokes.length > 0 && (
        <div className="absolute end-2 top-2">
          <Button tone="soft" size="sm" icon={<RotateCcw aria-hidden="true" size={16} />} onClick={() => put([])}>
            {t('sign.clear')}
          </Button>
        </div>
      )}
    </div>
  );
}
