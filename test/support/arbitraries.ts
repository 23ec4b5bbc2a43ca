// Numbers and places for properties, even over their range. fast-check's own `double` is even over floating-point
// numbers: 92 % of those between -180 and 180 lie within 0.001 of 0, so that a law of places would be tried at 0, 0.

import fc from 'fast-check'

const STEPS = 2 ** 31 - 1

/** Numbers even over a range, one in ten of them an end of the range, or 0 if it lies between them. */
export function between(min: number, max: number): fc.Arbitrary<number> {
  const within = fc.noBias(fc.nat(STEPS)).map((step) => Math.min(max, min + (max - min) * (step / STEPS)))
  const marked = fc.constantFrom(...(min < 0 && max > 0 ? [0, min, max] : [min, max]))
  return fc.oneof({ withCrossShrink: true }, { weight: 1, arbitrary: marked }, { weight: 9, arbitrary: within })
}

/** Degrees, one in ten of them within 0.01 of the antimeridian. */
export const longitude = fc.oneof(
  { weight: 9, arbitrary: between(-180, 180) },
  { weight: 1, arbitrary: between(179.99, 180.01).map(wrapped) },
)

/** Degrees from pole to pole. */
export const latitude = between(-90, 90)

/** A longitude brought into the range from -180 to 180. */
export function wrapped(lon: number): number {
  return lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon
}
