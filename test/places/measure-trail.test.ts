// Climb of trails over bridges and through tunnels: the ground above a blind end is not its height.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { M_PER_DEG_LAT } from '../../src/geo/lon-lat.ts'
import { measureTrail, ON_STRUCTURE, ON_WATER } from '../../src/places/measure-trail.ts'

const STEP_M = 100

/**
 * A trail north along a meridian: what each stretch of 100 m runs over, the height of the ground at its ends, and the
 * sites where another way on the ground begins.
 */
function measure(over: readonly number[], heightsM: readonly number[], joining: readonly number[] = []) {
  const sites = heightsM.map((_, i) => i)
  const siteLatE7 = Int32Array.from(sites, (i) => ((i * STEP_M) / M_PER_DEG_LAT) * 1e7)
  return measureTrail([{ sites, ways: [0, ...over.map((_, i) => i)] }], {
    siteLonE7: new Int32Array(sites.length),
    siteLatE7,
    waySac: new Uint8Array(over.length),
    waySurface: new Uint8Array(over.length),
    wayOnStructure: Uint8Array.from(over),
    joinsGround: (site) => joining.includes(site),
    heightOrNaN: (_, lat) => {
      const at = Math.min(sites.length - 1, (lat * M_PER_DEG_LAT) / STEP_M)
      const before = Math.floor(at)
      const after = Math.min(sites.length - 1, before + 1)
      return heightsM[before] + (heightsM[after] - heightsM[before]) * (at - before)
    },
  })
}

const LEVEL = new Array<number>(60).fill(0)

test('a trail that ends in a tunnel or on a bridge has no height there, at either end', () => {
  const over = [...LEVEL, ON_STRUCTURE, ON_STRUCTURE]
  const heightsM = [...LEVEL, 0, 250, 300]
  const atEnd = measure(over, heightsM)
  expect(atEnd).toMatchObject({ ascentM: 0, descentM: 0, highestM: 0, heightUnknownM: 200 })
  const atStart = measure([...over].reverse(), [...heightsM].reverse())
  expect(atStart).toMatchObject({ ascentM: 0, descentM: 0, highestM: 0, heightUnknownM: 200 })
})

test('one that ends at the mouth of a tunnel or the end of a bridge has the height of the ground there', () => {
  const over = [...LEVEL, ON_STRUCTURE, ON_STRUCTURE]
  const heightsM = [...LEVEL, 0, 250, 30]
  const known = { lowestM: 0, highestM: 30, heightUnknownM: 0 }
  expect(measure(over, heightsM, [62])).toMatchObject({ ...known, ascentM: 30, descentM: 0 })
  const back = measure([...over].reverse(), [...heightsM].reverse(), [0])
  expect(back).toMatchObject({ ...known, ascentM: 0, descentM: 30 })
  expect(measure([ON_STRUCTURE, ON_STRUCTURE], [20, 90, 50], [0, 2])).toMatchObject({
    ...known,
    lowestM: 20,
    highestM: 50,
  })
})

test('one that lies in a tunnel as a whole has no climb', () => {
  const heights = { ascentM: null, descentM: null, lowestM: null, highestM: null }
  expect(measure([ON_STRUCTURE, ON_STRUCTURE], [0, 90, 20])).toMatchObject({ ...heights, heightUnknownM: 200 })
})

test('a ferry lands on the ground', () => {
  expect(measure([...LEVEL, ON_WATER], [...LEVEL, 0, 30])).toMatchObject({ ascentM: 30, heightUnknownM: 0 })
})

test('whatever lies above structures, the climb is that of the ground that the trail walks on', () => {
  const stretch = fc.record({
    isUnder: fc.boolean(),
    joins: fc.nat(3).map((n) => n === 0),
    aboveM: fc.integer({ min: 50, max: 900 }),
  })
  fc.assert(
    fc.property(fc.array(stretch, { minLength: 1, maxLength: 30 }), (stretches) => {
      const over = [...LEVEL, ...stretches.map(({ isUnder }) => (isUnder ? ON_STRUCTURE : 0))]
      const joining = stretches.flatMap(({ joins }, i) => (joins ? [LEVEL.length + 1 + i] : []))
      const isInside = (i: number) => over[i - 1] === ON_STRUCTURE && (i === over.length || over[i] === ON_STRUCTURE)
      const heightsM = [...LEVEL, 0, ...stretches.map(({ aboveM }) => aboveM)].map((m, i) =>
        isInside(i) && !joining.includes(i) ? m : 0,
      )
      const found = measure(over, heightsM, joining)
      const lastKnown = Math.max(over.lastIndexOf(0) + 1, ...joining)
      const blind = over.length - lastKnown
      expect(found.heightUnknownM).toBe(blind * STEP_M)
      const isKnown = blind * STEP_M <= 0.05 * over.length * STEP_M
      expect([found.ascentM, found.highestM]).toEqual(isKnown ? [0, 0] : [null, null])
    }),
  )
})

test('the climb is known where no more than a twentieth of the ground is not', () => {
  const heights = (unknown: number) =>
    Array.from({ length: 101 }, (_, i) => (i % 30 === 10 && i / 30 < unknown ? NaN : i))
  // a void reaches to the next known height on either side
  const [little, much] = [2, 3].map((unknown) => measure(new Array<number>(100).fill(0), heights(unknown)))
  expect(little.heightUnknownM).toBeLessThan(500)
  expect(little).toMatchObject({ ascentM: 100, descentM: 0, lowestM: 0, highestM: 100 })
  expect(much.heightUnknownM).toBeGreaterThan(500)
  expect(much).toMatchObject({ ascentM: null, descentM: null, lowestM: null, highestM: null })
})

test('a trail across the antimeridian is sampled there, and nowhere else on earth', () => {
  const lons: number[] = []
  const lonsE7 = [179.99, -179.99, 179.98].map((lon) => lon * 1e7)
  const { lengthM, ascentM } = measureTrail([{ sites: [0, 1, 2], ways: [0, 0, 1] }], {
    siteLonE7: Int32Array.from(lonsE7),
    siteLatE7: new Int32Array(3),
    waySac: new Uint8Array(2),
    waySurface: new Uint8Array(2),
    wayOnStructure: new Uint8Array(2),
    joinsGround: () => true,
    heightOrNaN: (lon) => {
      lons.push(lon)
      return Math.abs(lon) > 179.97 ? 10 : 5000
    },
  })
  expect(lengthM).toBe(Math.round(0.05 * M_PER_DEG_LAT))
  expect(ascentM).toBe(0)
  expect(lons.length).toBeGreaterThan(200)
  expect(lons.filter((lon) => Math.abs(lon) > 180 || Math.abs(lon) < 179.97)).toEqual([])
})
