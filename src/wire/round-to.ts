// Rounding of the numbers that an answer states. NaN and infinities stay what they are. Pure.

/** To the nearest part of one: 10 gives tenths, 1e6 micro-degrees. */
export const roundTo = (value: number, per: number): number => Math.round(value * per) / per

export const tenths = (value: number): number => roundTo(value, 10)
