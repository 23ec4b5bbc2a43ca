// Milliseconds of fixed spans of time. A day here is 24 hours of UTC; a civil day can be longer or shorter.

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
