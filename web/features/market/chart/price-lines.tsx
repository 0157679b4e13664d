// Lines over the chart at their prices, with their chips beside the axis. Some can be dragged; a press on a chip picks its line, or opens the chip that
// several share.

import { cx } from '@fairtick/ui/cx';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { ChartView } from './chart-view.ts';
import { LineChip } from './line-chip.tsx';
import { GroupChip, LineFan } from './line-fan.tsx';
import { type ChipLayout, groupKey, layOut, NO_CHIPS, placeLines, priceText, sameChips } from './place-lines.ts';
import type { MovedLine, PriceLine } from './price-line.ts';

export interface PriceLinesProps {
  readonly view: ChartView;
  readonly lines: readonly PriceLine[];
  readonly precision: number;
  /** A line that was let go and waits for the user's yes: drawn where it was dropped. */
  readonly dropped: MovedLine | undefined;
  readonly onDrop: (moved: MovedLine) => void;
  readonly onPick: (key: string) => void;
  /** What the chip of several lines says. */
  readonly groupLabel: (keys: readonly string[]) => ReactNode;
}

/** Below any pane. */
const LOWEST_PX = 100_000;

/** Which chip is open: by a line of it, for lines come and go. */
type Opened = { readonly edge: 'above' | 'below' } | { readonly key: string };

export function PriceLines({ view, lines, precision, dropped, onDrop, onPick, groupLabel }: PriceLinesProps) {
  const box = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<MovedLine>();
  const [opened, setOpened] = useState<Opened>();
  const moved = dragged ?? dropped;
  const priceOf = (line: PriceLine): string => (moved?.key === line.key ? moved.price : line.price);
  const layout = useLayout(view, box, moved?.key);
  const byKey = new Map(lines.map((line) => [line.key, line]));
  function drag(line: PriceLine, clientY: number): void {
    const top = box.current?.getBoundingClientRect().top;
    const at = top === undefined ? undefined : view.priceAt(clientY - top);
    if (at !== undefined) setDragged({ key: line.key, price: priceText(at, precision) });
  }
  function letGo(line: PriceLine): void {
    if (dragged && dragged.price !== line.price) onDrop({ key: line.key, price: dragged.price });
    setDragged(undefined);
  }
  return (
    <div ref={box} className="pointer-events-none absolute inset-0 z-10 overflow-hidden">
      {lines.map((line) => (
        <div
          key={line.key}
          data-line={line.key}
          data-price={priceOf(line)}
          className={cx(
            'absolute inset-x-0 top-0 border-quiet border-t',
            line.movable ? 'border-dashed' : 'border-solid',
          )}
        />
      ))}
      {layout.groups.map(({ keys: [key = '', ...others], keys }) => {
        const line = byKey.get(key);
        return (
          <div key={key} data-chip={groupKey(keys)} className="absolute inset-x-0 top-0 h-0">
            {others.length > 0 ? (
              <GroupChip
                open={isOpen(opened, keys)}
                onPress={() => setOpened(isOpen(opened, keys) ? undefined : { key })}
                className="end-0 -top-3"
              >
                {groupLabel(keys)}
              </GroupChip>
            ) : (
              line && (
                <LineChip
                  line={line}
                  price={priceOf(line)}
                  onDrag={(clientY) => drag(line, clientY)}
                  onLetGo={() => letGo(line)}
                  onPick={() => onPick(key)}
                />
              )
            )}
            {moved?.key === key && <MovedPrice price={moved.price} />}
          </div>
        );
      })}
      <Edges layout={layout} opened={opened} onOpened={setOpened} groupLabel={groupLabel} />
      <OpenFan layout={layout} opened={opened} byKey={byKey} onPick={onPick} onClose={() => setOpened(undefined)} />
    </div>
  );
}

const isOpen = (opened: Opened | undefined, keys: readonly string[]): boolean =>
  opened !== undefined && 'key' in opened && keys.includes(opened.key);

/** Over the axis, where the line's price is read. */
function MovedPrice({ price }: { price: string }) {
  return (
    <span className="tabular absolute -top-3 left-full ms-2 flex h-6 items-center rounded-sm bg-ink px-1.5 font-semibold text-2xs text-surface">
      {price}
    </span>
  );
}

interface EdgesProps extends Pick<PriceLinesProps, 'groupLabel'> {
  readonly layout: ChipLayout;
  readonly opened: Opened | undefined;
  readonly onOpened: (opened: Opened | undefined) => void;
}

/** Where lines lie that are out of view. */
function Edges({ layout, opened, onOpened, groupLabel }: EdgesProps) {
  const t = useTexts('trade');
  return (['above', 'below'] as const).map((edge) => {
    const Arrow = edge === 'above' ? ArrowUp : ArrowDown;
    const open = opened !== undefined && 'edge' in opened && opened.edge === edge;
    return (
      layout[edge].length > 0 && (
        <GroupChip
          key={edge}
          open={open}
          onPress={() => onOpened(open ? undefined : { edge })}
          className={edge === 'above' ? 'start-3 top-13' : 'start-14 top-[calc(var(--pane)-1.9rem)]'}
          where={
            <>
              <Arrow aria-hidden="true" size={12} className="text-quiet" />
              <span className="sr-only">{t(`line.${edge}`)}</span>
            </>
          }
        >
          {groupLabel(layout[edge])}
        </GroupChip>
      )
    );
  });
}

interface OpenFanProps extends Pick<PriceLinesProps, 'onPick'> {
  readonly layout: ChipLayout;
  readonly opened: Opened | undefined;
  readonly byKey: ReadonlyMap<string, PriceLine>;
  readonly onClose: () => void;
}

function OpenFan({ layout, opened, byKey, onPick, onClose }: OpenFanProps) {
  const t = useTexts('trade');
  if (!opened) return null;
  const group = layout.groups.find(({ keys }) => isOpen(opened, keys));
  const keys = 'edge' in opened ? layout[opened.edge] : (group?.keys ?? []);
  const lines = keys.flatMap((key) => byKey.get(key) ?? []);
  const y = 'edge' in opened ? (opened.edge === 'above' ? 0 : LOWEST_PX) : (group?.y ?? 0);
  if (lines.length === 0) return null;
  return <LineFan label={t('line.several')} lines={lines} y={y} onPick={onPick} onClose={onClose} />;
}

/** After every render, for prices and lines may have changed, and after every drawing of the chart. Another layout draws anew, another place does not. */
function useLayout(view: ChartView, box: React.RefObject<HTMLElement | null>, alone: string | undefined): ChipLayout {
  const [layout, setLayout] = useState(NO_CHIPS);
  const place = (): void => {
    if (!box.current) return;
    const now = layOut(view, box.current, alone);
    setLayout((before) => (sameChips(before, now) ? before : now));
    placeLines(view, box.current, now);
  };
  const newest = useRef(place);
  useLayoutEffect(() => {
    newest.current = place;
    place();
  });
  useEffect(() => view.onDrawn(() => newest.current()), [view]);
  return layout;
}
