// Fields of the requests that look places and trails up: names, boxes, kinds, bounds of trails.

import { type Expectation, zodMessage } from '../pipeline/zod-message.ts'
import { say } from '../../src/language/sentence.ts'
import { z } from 'zod'
import { letterCount, normaliseName } from '../../src/places/names/normalise-name.ts'
import { LISTED_PLACE_KINDS } from '../../src/osm/place-kinds.ts'
import { MAP_KINDS } from '../../src/places/one-place.ts'
import { POI_KINDS } from '../../src/osm/poi-kinds.ts'
import { querySyntaxIn } from '../../src/search/parse-question.ts'
import { listOf, numberFrom, oneOf, textUpTo } from './input-fields.ts'

const MAX_TEXT_LENGTH = 200
export const MAX_SIDE_DEG = 2
/** Rounding of decimal degrees must not refuse a box of exactly the largest size. */
const SIDE_TOLERANCE_DEG = 1e-9
/** A name to look for, with at least `letters` letters or digits. */
export function nameText(letters: number) {
  const expected = say('expected.name', { letters, max: MAX_TEXT_LENGTH })
  const error = zodMessage(expected)
  return textUpTo(MAX_TEXT_LENGTH, expected)
    .refine((text) => text.isWellFormed() && !text.includes('\0') && letterCount(normaliseName(text)) >= letters, {
      error,
      abort: true,
    })
    .refine((text) => querySyntaxIn(text) === null, {
      error: ({ input }) => zodMessage(say('expected.name.syntax', { syntax: querySyntaxIn(input as string)! })),
    })
    .meta({ pattern: Array(letters).fill(String.raw`[\p{L}\p{N}]`).join('[^]*') })
}

export const idText = () =>
  z
    .string({ error: zodMessage(say('expected.id')) })
    .max(100, { error: zodMessage(say('expected.id.length')), abort: true })

/** `[minLon, minLat, maxLon, maxLat]`; never swapped, never across the antimeridian. */
export function boxField() {
  const error = zodMessage(say('expected.box'))
  return z
    .tuple(
      [
        numberFrom(-180, 180, 'longitude'),
        numberFrom(-90, 90, 'latitude'),
        numberFrom(-180, 180, 'longitude'),
        numberFrom(-90, 90, 'latitude'),
      ],
      { error },
    )
    .refine(([minLon, , maxLon]) => minLon <= maxLon, {
      error: zodMessage(say('expected.box.west')),
    })
    .refine(([, minLat, , maxLat]) => minLat <= maxLat, { error: zodMessage(say('expected.box.south')) })
}

/** As `boxField`, each side at most 2 degrees. */
export function areaField() {
  return boxField().refine(
    ([minLon, minLat, maxLon, maxLat]) =>
      maxLon - minLon <= MAX_SIDE_DEG + SIDE_TOLERANCE_DEG && maxLat - minLat <= MAX_SIDE_DEG + SIDE_TOLERANCE_DEG,
    { error: zodMessage(say('expected.box.sides', { sides: MAX_SIDE_DEG })) },
  )
}

export const placeKinds = () =>
  listOf(oneOf(LISTED_PLACE_KINDS as [string, ...string[]]), 1, LISTED_PLACE_KINDS.length, 'kinds')
/** Of GraphQL, whatever record has them. */
export const mapKinds = () => listOf(oneOf(MAP_KINDS as [string, ...string[]]), 1, MAP_KINDS.length, 'kinds')
export const poiKinds = () => listOf(oneOf(POI_KINDS), 1, POI_KINDS.length, 'kinds')

export const trailType = () => oneOf(['hiking', 'bicycle'])

/** The four sides by name, as REST has them; `minLon` at fault is named, not a whole box. */
export const sides = {
  minLat: numberFrom(-90, 90, 'latitude').describe('South, degrees.'),
  minLon: numberFrom(-180, 180, 'longitude').describe('West, degrees.'),
  maxLat: numberFrom(-90, 90, 'latitude').describe('North, degrees.'),
  maxLon: numberFrom(-180, 180, 'longitude').describe('East, degrees.'),
}

interface Sides {
  minLat: number
  minLon: number
  maxLat: number
  maxLon: number
}

export function checkSides({ minLat, minLon, maxLat, maxLon }: Sides, context: z.core.$RefinementCtx): void {
  const refuse = (path: string, expected: Expectation) =>
    context.addIssue({ code: 'custom', path: [path], message: zodMessage(expected) })
  if (minLat > maxLat) refuse('minLat', say('expected.side.south'))
  else if (minLon > maxLon) refuse('minLon', say('expected.side.west'))
  else if (maxLat - minLat > MAX_SIDE_DEG + SIDE_TOLERANCE_DEG)
    refuse('maxLat', say('expected.side.height', { sides: MAX_SIDE_DEG }))
  else if (maxLon - minLon > MAX_SIDE_DEG + SIDE_TOLERANCE_DEG)
    refuse('maxLon', say('expected.side.width', { sides: MAX_SIDE_DEG }))
}
