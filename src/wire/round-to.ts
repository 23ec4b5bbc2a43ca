// Rounds numbers in answers. NaN and infinities are unchanged. Pure.

/** Rounds to 1 / `per`: 10 gives tenths, 1e6 micro-degrees. */
export const roundTo = (value: number, per: number): number => Math.round(value * per) / per

export const tenths = (value: number): number => roundTo(value, 10)

export const tenthsOrNull = (value: number | null): number | null => (value === null ? null : tenths(value))
