// The shape of a screen while its chunk and texts arrive.

import { Skeleton, Skeletons } from '@fairtick/ui/skeleton';

const ROWS = 5;

export function ScreenSkeleton() {
  return (
    <div className="mx-auto w-full max-w-2xl px-4 pt-5">
      <Skeleton className="h-8 w-40" />
      <Skeleton className="mt-6 h-36 w-full rounded-xl" />
      <div className="mt-6 grid gap-4">
        <Skeletons count={ROWS} className="h-12 w-full" />
      </div>
    </div>
  );
}
