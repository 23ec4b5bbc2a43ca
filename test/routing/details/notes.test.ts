// Places of notes on a line, and stretches of one kind as notes list them: merged where they touch, five of them by
// name, the rest counted.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { say } from '../../../src/language/sentence.ts'
import { distanceM, wrapLon } from '../../../src/geo/lon-lat.ts'
import { placeAt, Stretches } from '../../../src/routing/details/notes.ts'
import type { RouteLine } from '../../../src/routing/details/route-line.ts'
import { latitude, longitude } from '../../support/arbitraries.ts'

test('up to five places are listed, any further ones are counted', () => {
  const listed = (count: number) => {
    const stretches = new Stretches()
    for (let i = 1; i <= count; i++) stretches.add(i * 10_000, i * 10_000)
    return english.render(say('warning.tunnel', { places: stretches.places })).replaceAll('at km ', '')
  }
  expect([1, 2, 3, 5, 6, 7].map(listed)).toEqual(
    [
      '1.0',
      '1.0 and 2.0',
      '1.0, 2.0 and 3.0',
      '1.0, 2.0, 3.0, 4.0 and 5.0',
      ...[1, 2].map((more) => `1.0, 2.0, 3.0, 4.0, 5.0 and ${more} more`),
    ].map((places) => `The way goes through a tunnel ${places}.`),
  )
})

test('a stretch is one with the last where it begins at its end, and nowhere else', () => {
  const step = fc.record({ gap: fc.constantFrom(0, 0, 1, 250), length: fc.integer({ min: 1, max: 9000 }) })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const stretches = new Stretches()
      const expected: [number, number][] = []
      let atDm = 0
      let lengthDm = 0
      for (const [i, { gap, length }] of steps.entries()) {
        atDm += gap
        stretches.add(atDm, atDm + length)
        if (i > 0 && gap === 0) expected[expected.length - 1][1] = atDm + length
        else expected.push([atDm, atDm + length])
        atDm += length
        lengthDm += length
      }
      expect(stretches.froms.map((from, i) => [from, stretches.tos[i]])).toEqual(expected)
      expect(stretches.lengthM).toBe(lengthDm / 10)
      expect(english.render(stretches.places[0])).toContain(`at km ${(expected[0][0] / 10_000).toFixed(1)} for `)
    }),
  )
})

const at = fc.record({
  lon: longitude,
  lat: latitude.filter((deg) => Math.abs(deg) < 80),
  steps: fc.array(fc.tuple(fc.integer({ min: -2000, max: 2000 }), fc.integer({ min: -2000, max: 2000 })), {
    minLength: 1,
    maxLength: 6,
  }),
  share: fc.integer({ min: 0, max: 1000 }),
})

test('the place so many metres along a line lies on it, as far from its points as they are along it', () => {
  fc.assert(
    fc.property(at, ({ lon, lat, steps, share }) => {
      const points: [number, number][] = [[lon, lat]]
      for (const [east, north] of steps) {
        const [x, y] = points[points.length - 1]
        points.push([wrapLon(x + east / 1e6), y + north / 1e6])
      }
      const atMm = new Float64Array(points.length)
      for (let i = 1; i < points.length; i++) atMm[i] = atMm[i - 1] + distanceM(...points[i - 1], ...points[i]) * 1000
      const line = {
        atMm,
        lonE6: Int32Array.from(points, ([x]) => Math.round(x * 1e6)),
        latE6: Int32Array.from(points, ([, y]) => Math.round(y * 1e6)),
      } as RouteLine
      const wantedM = ((atMm[atMm.length - 1] / 1000) * share) / 1000
      const place = placeAt(line, wantedM)
      const after = atMm.findIndex((mm) => mm >= wantedM * 1000)
      const [b, a] = [after, Math.max(0, after - 1)]
      expect(Math.abs(distanceM(...place, ...points[b]) - (atMm[b] / 1000 - wantedM))).toBeLessThan(0.5)
      expect(Math.abs(distanceM(...place, ...points[a]) - (wantedM - atMm[a] / 1000))).toBeLessThan(0.5)
    }),
  )
})
