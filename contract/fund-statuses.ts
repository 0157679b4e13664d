// How far a subscription of a fund is, as the app and the server name it.

export const FUND_STATUSES = { running: 1, refunding: 2, refunded: 3, finished: 4 } as const;
