// Which lines over the chart share one chip: chips that would touch become one. Pure.

export interface PlacedLine {
  readonly key: string;
  /** Pixels from the top of the pane. */
  readonly y: number;
}

export interface LineGroup {
  readonly keys: readonly string[];
  /** Where its chip stands: in the middle of its lines. */
  readonly y: number;
}

/** A finger's width apart at the least. */
export const APART_PX = 24;

/** From the top down; no two chips of what it gives are nearer than `apart`. */
export function groupLines(lines: readonly PlacedLine[], apart = APART_PX): readonly LineGroup[] {
  const groups: LineGroup[] = [];
  for (const line of lines.toSorted((a, b) => a.y - b.y || (a.key < b.key ? -1 : 1))) {
    let group: LineGroup = { keys: [line.key], y: line.y };
    for (let above = groups.at(-1); above && group.y - above.y < apart; above = groups.at(-1)) {
      groups.pop();
      group = joined(above, group);
    }
    groups.push(group);
  }
  return groups;
}

function joined(above: LineGroup, below: LineGroup): LineGroup {
  const keys = [...above.keys, ...below.keys];
  return { keys, y: (above.y * above.keys.length + below.y * below.keys.length) / keys.length };
}
