// The chart's axis of time with the borders of days, months and years where the chosen zone has them. The library knows UTC alone.

import { defaultHorzScaleBehavior, type TimeScalePoint } from 'lightweight-charts';
import { calendarOf } from '../../../calculators/zone-calendar.ts';
import { weightOf } from './zone-time.ts';

type Points = Parameters<InstanceType<ReturnType<typeof defaultHorzScaleBehavior>>['fillWeightsForPoints']>[0];

export class ZoneScale extends defaultHorzScaleBehavior() {
  #calendar = calendarOf('UTC');

  /** For points that come from now on: give the series its data anew. */
  setZone(zone: string): void {
    this.#calendar = calendarOf(zone);
  }

  override fillWeightsForPoints(points: Points, startIndex: number): void {
    for (let i = startIndex; i < points.length; i += 1) {
      const point = points[i];
      if (!point) continue;
      const now = timeOf(point);
      // The first is taken for one that follows at the step of the next.
      const other = points[i === 0 ? 1 : i - 1];
      const before = !other ? now : i === 0 ? 2 * now - timeOf(other) : timeOf(other);
      point.timeWeight = weightOf(this.#calendar, before, now) as typeof point.timeWeight;
    }
  }
}

/** The app gives the chart UTC seconds and no other kind of time. */
const timeOf = ({ originalTime }: TimeScalePoint): number => Number(originalTime);
