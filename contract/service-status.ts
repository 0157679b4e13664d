// The words of the service's status. Plain data, so that the app has it without the schemas.

/** Why it is what it is. */
export const STATUS_REASONS = ['none', 'maintenance', 'incident', 'market', 'law'] as const;
export type StatusReason = (typeof STATUS_REASONS)[number];

/**
 * 0 in service, 1 maintenance is announced, 2 closing only, 3 not served here (closing only too), 4 apps older than `min_version` must be loaded anew. None
 * stops closing, cancelling, withdrawing or reading.
 */
export type ServiceStatus = 0 | 1 | 2 | 3 | 4;
