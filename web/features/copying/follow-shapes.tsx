// Where a screen of following is still loading.

import { Skeletons } from '@fairtick/ui/skeleton';

const SHAPES = 3;

export function FollowShapes() {
  return (
    <div className="grid gap-3" aria-hidden="true">
      <Skeletons count={SHAPES} className="h-36 w-full rounded-xl" />
    </div>
  );
}
