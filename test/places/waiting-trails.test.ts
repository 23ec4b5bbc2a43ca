import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TrailRow } from '../../src/places/catalogue-rows.ts'
import { WaitingTrails } from '../../src/places/waiting-trails.ts'

test('rows and lines come back as they were, under the order in which they came', () => {
  const trail = fc.record({
    name: fc.option(fc.string()),
    lengthM: fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }),
    parts: fc.array(fc.array(fc.nat(2 ** 32 - 1), { maxLength: 5 }), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(fc.array(trail, { maxLength: 10 }), (trails) => {
      const waiting = new WaitingTrails()
      for (const { parts, ...row } of trails) waiting.push(row as unknown as TrailRow, parts)
      expect(waiting.count).toBe(trails.length)
      const back = trails.map((_, t) => ({
        ...waiting.rowOf(t),
        parts: waiting.partsOf(t).map((sites) => [...sites]),
      }))
      expect(back).toEqual(trails)
    }),
  )
})
