// Stretches of one kind as notes list them: merged where they touch, five of them by name, the rest counted.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { say } from '../../../src/language/sentence.ts'
import { Stretches } from '../../../src/routing/details/notes.ts'

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
