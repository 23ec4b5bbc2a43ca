import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toReads } from '../../../src/storage/archive/archive-places.ts'

const place = fc.record({
  offset: fc.oneof(fc.nat(300_000), fc.nat(20_000_000)),
  length: fc.oneof(fc.integer({ min: 1, max: 50_000 }), fc.integer({ min: 1, max: 5_000_000 })),
})

test('reads hold every tile once, in order, and whole; equal ones and those within others too', () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 40 }), (drawn) => {
      // tiles of equal content share their bytes
      const places = [...drawn, ...drawn.slice(0, 3)]
        .map((one, x) => ({ ...one, z: 9, x, y: 0 }))
        .sort((a, b) => a.offset - b.offset)
      const reads = toReads(places)
      expect(reads.flatMap((read) => read.places)).toEqual(places)
      for (const { offset, length, places: own } of reads) {
        expect(offset).toBe(own[0].offset)
        expect(offset + length).toBe(Math.max(...own.map((one) => one.offset + one.length)))
        if (own.length > 1) expect(length).toBeLessThanOrEqual(Math.max(1 << 22, own[0].length))
      }
      for (let i = 1; i < reads.length; i++) {
        const before = reads[i - 1]
        const { offset, length } = reads[i].places[0]
        const isFar = offset - (before.offset + before.length) > 1 << 16
        expect(isFar || offset + length - before.offset > 1 << 22).toBe(true)
      }
    }),
    { numRuns: 200 },
  )
})
