import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BlockStrings } from '../../src/osm/block-strings.ts'
import { caseCount } from '../support/case-count.ts'

/** String 0 of a block is empty. */
function blockOf(texts: readonly string[]): BlockStrings {
  const parts = ['', ...texts].map((text) => Buffer.from(text))
  const spans: number[] = []
  let at = 0
  for (const { length } of parts) {
    spans.push(at, at + length)
    at += length
  }
  return new BlockStrings(Buffer.concat(parts), Uint32Array.from(spans))
}

// law: a string is its first 255 characters, whatever they are, and no character is cut in two
test('strings are cut at 255 characters, as OSM bounds them', () => {
  const text = fc.array(fc.constantFrom('a', 'é', 'ä', '山', '🏔', '\u0301', ' '), { maxLength: 600 })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
      const strings = blockOf(texts.map((characters) => characters.join('')))
      const read = texts.map((_, i) => strings.get(i + 1))
      expect(read).toEqual(texts.map((characters) => characters.slice(0, 255).join('')))
    }),
    { numRuns: caseCount(50, 2000) },
  )
})

test('a long string is found by the part that is kept', () => {
  const strings = blockOf(['name', 'x'.repeat(300), `${'y'.repeat(255)}`])
  expect([strings.find('x'.repeat(255)), strings.find('x'.repeat(300)), strings.find('y'.repeat(255))]).toEqual([
    ...[2, -1, 3],
  ])
})

test('what is no UTF-8 is cut too', () => {
  const bytes = Buffer.alloc(5000, 0xff)
  expect(Array.from(new BlockStrings(bytes, Uint32Array.from([0, 0, 0, 5000])).get(1))).toHaveLength(255)
})
