import { describe, expect, test } from 'vitest'
import {
  BlockStrings,
  markTagged,
  readRelationTypes,
  readTags,
  type RelationBatch,
} from '../../src/osm/entity-batches.ts'
import fc from 'fast-check'
import { caseCount } from '../support/case-count.ts'

type Pairs = readonly (readonly [key: string, value: string])[]

/** A block of items with these tags and no members; string 0 is empty, as in the format. */
function batchOf(items: readonly Pairs[]): RelationBatch {
  const words = [...new Set(['', ...items.flat(2)])]
  const bytes = new TextEncoder().encode(words.join(''))
  const spans: number[] = []
  for (let i = 0, at = 0; i < words.length; at += words[i].length, i++) spans.push(at, at + words[i].length)
  const pairs = items.flat()
  let start = 0
  return {
    count: items.length,
    id: Float64Array.from(items, (_, i) => i + 1),
    strings: new BlockStrings(bytes, Uint32Array.from(spans)),
    tagStart: Uint32Array.from([0, ...items.map(({ length }) => (start += length))]),
    keys: Uint32Array.from(pairs, ([key]) => words.indexOf(key)),
    values: Uint32Array.from(pairs, ([, value]) => words.indexOf(value)),
    memberStart: new Uint32Array(items.length + 1),
    memberId: new Float64Array(0),
    memberType: new Uint8Array(0),
    memberRole: new Uint32Array(0),
  }
}

describe('tags of a block', () => {
  test('are those of the item requested', () => {
    const batch = batchOf([
      [['natural', 'peak']],
      [],
      [
        ['natural', 'water'],
        ['name', 'Tristaina'],
      ],
    ])
    expect([0, 1, 2].map((i) => [...readTags(batch, i)])).toEqual([
      [['natural', 'peak']],
      [],
      [
        ['natural', 'water'],
        ['name', 'Tristaina'],
      ],
    ])
  })

  test('the type of a relation is its tag, a value `type` of another key is none', () => {
    expect(
      readRelationTypes(
        batchOf([
          [
            ['route', 'hiking'],
            ['type', 'route'],
          ],
          [['note', 'type']],
          [],
        ]),
      ),
    ).toEqual(['route', '', ''])
    expect(readRelationTypes(batchOf([[['natural', 'peak']], []]))).toEqual(['', ''])
  })

  test('an item is marked by a wanted key, whatever its value, and by the one tag named with it', () => {
    const batch = batchOf([
      [['amenity', 'bench']],
      [['highway', 'bus_stop']],
      [
        ['highway', 'path'],
        ['note', 'bus_stop'],
      ],
      [['note', 'amenity']],
      [],
    ])
    expect([...markTagged(batch, ['amenity', 'shop'])]).toEqual([1, 0, 0, 0, 0])
    expect([...markTagged(batch, ['amenity'], ['highway', 'bus_stop'])]).toEqual([1, 1, 0, 0, 0])
    expect([...markTagged(batch, ['shop'], ['highway', 'bus_stop'])]).toEqual([0, 1, 0, 0, 0])
    expect([...markTagged(batch, ['shop'], ['railway', 'halt'])]).toEqual([0, 0, 0, 0, 0])
  })
})

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
