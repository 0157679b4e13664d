// A deadline ends with a day of UTC: that day is what is said.

import type { useFormats } from '@fairtick/ui/locale';

export const lastDay = (formats: ReturnType<typeof useFormats>, due: number): string => formats.date(due - 1, 'UTC');
