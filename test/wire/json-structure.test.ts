import { say } from '../../src/language/sentence.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findRawMembers, findRawTexts } from '../../src/wire/raw-json.ts'
import {
  checkStructure,
  MAX_COMMAS,
  MAX_CONTAINERS,
  MAX_NESTING,
  MAX_OBJECT_MEMBERS,
  MAX_SHAPES,
  OF_A_DOCUMENT,
  OF_KNOWN_NAMES,
  ObjectShapes,
} from '../../src/wire/json-structure.ts'

const codeOf = (check: () => unknown): string | null => {
  try {
    check()
    return null
  } catch (thrown) {
    return (thrown as { code: string }).code
  }
}
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const lists = (count: number, piece = '[]'): string => `[${Array(count).fill(piece).join(',')}]`

describe('what JSON may hold', () => {
  test(`up to ${MAX_NESTING} levels pass, one more does not`, () => {
    expect(codeOf(() => checkStructure(nested(MAX_NESTING)))).toBeNull()
    expect(codeOf(() => checkStructure(nested(MAX_NESTING + 1)))).toBe('invalid_json')
  })

  test(`up to ${MAX_CONTAINERS} lists and objects pass, one more does not`, () => {
    expect(codeOf(() => checkStructure(lists(MAX_CONTAINERS - 1)))).toBeNull()
    expect(codeOf(() => checkStructure(lists(MAX_CONTAINERS)))).toBe('too_large')
    expect(codeOf(() => checkStructure(lists(MAX_CONTAINERS, '{}')))).toBe('too_large')
  })

  test(`up to ${MAX_COMMAS} further values pass, one more does not`, () => {
    expect(codeOf(() => checkStructure(lists(MAX_COMMAS + 1, '0')))).toBeNull()
    expect(codeOf(() => checkStructure(lists(MAX_COMMAS + 2, '0')))).toBe('too_large')
  })

  test('brackets and commas inside strings do not count, also after escaped quotes', () => {
    expect(codeOf(() => checkStructure(JSON.stringify({ gpx: `a"\\${'[,'.repeat(300_000)}` })))).toBeNull()
  })

  test('every pass over a body counts alike', () => {
    const body = (piece: string) =>
      Buffer.from(`{"variables":{"geometry":${lists(400_000, piece)}},"gpx":"${'x'.repeat(20_000)}"}`)
    for (const piece of ['[]', '{}'])
      for (const pass of [findRawTexts, (bytes: Buffer) => findRawMembers(bytes, ['geometry', 'gpx'])])
        expect(codeOf(() => pass(body(piece)))).toBe('too_large')
  })

  const keys = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `"k${from + i}":1`).join(',')
  const passes: [string, (json: string) => unknown][] = [
    ['texts', (json) => checkStructure(json)],
    ['bodies', (json) => findRawMembers(Buffer.from(`{"a":${json},"gpx":"${'x'.repeat(20_000)}"}`), ['gpx'])],
    ['variables', (json) => findRawTexts(Buffer.from(`{"variables":{"a":${json},"b":"${'x'.repeat(20_000)}"}}`))],
  ]

  test.each(passes)('in %s objects have at most so many shapes, however they are spread', (_name, pass) => {
    for (const size of [1, 2, 10, 100, 1000]) {
      const objects = (count: number) =>
        `[${Array.from({ length: count / size }, (_, i) => `{${keys(size, i * size)}}`).join(',')}]`
      expect(codeOf(() => pass(objects(MAX_SHAPES - 1000)))).toBeNull()
      expect(codeOf(() => pass(objects(MAX_SHAPES + 1000)))).toBe('too_large')
    }
  })

  test('one shape counts once, and the same names in another order are another', () => {
    expect(codeOf(() => checkStructure(lists(199_999, '{"a":1,"b":2}')))).toBeNull()
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const orders = fc.sample(fc.shuffledSubarray(names, { minLength: 8 }), { numRuns: 5000 })
    const objects = orders.map((order) => `{${order.map((name) => `"${name}":1`).join(',')}}`)
    expect(codeOf(() => checkStructure(`[${objects.join(',')}]`))).toBe('too_large')
  })

  test('an object of known names has at most 1,000 members, at any depth', () => {
    const raw = `"gpx":"${'x'.repeat(20_000)}"`
    for (const wrap of [(json: string) => json, (json: string) => `[{"b":[${json}]}]`])
      for (const [count, code] of [
        [MAX_OBJECT_MEMBERS, null],
        [MAX_OBJECT_MEMBERS + 1, 'too_large'],
      ] as const) {
        const json = wrap(`{${keys(count)}}`)
        expect(codeOf(() => checkStructure(json, say('part.subject.it'), OF_KNOWN_NAMES))).toBe(code)
        expect(codeOf(() => findRawMembers(Buffer.from(`{"a":${json},${raw}}`), ['gpx'], OF_KNOWN_NAMES))).toBe(code)
      }
  })

  test('a GraphQL body has at most 1,000 variables, and more members below them', () => {
    const text = 'x'.repeat(20_000)
    const passes = [
      (variables: string) => checkStructure(`{"variables":${variables}}`, say('part.subject.it'), OF_A_DOCUMENT),
      (variables: string) => findRawTexts(Buffer.from(`{"extensions":"${text}","variables":${variables}}`)),
    ]
    for (const pass of passes) {
      expect(codeOf(() => pass(`{${keys(MAX_OBJECT_MEMBERS)}}`))).toBeNull()
      expect(codeOf(() => pass(`{${keys(MAX_OBJECT_MEMBERS + 1)}}`))).toBe('too_large')
      expect(codeOf(() => pass(`{"a":{${keys(MAX_OBJECT_MEMBERS + 1)}}}`))).toBeNull()
    }
  })

  test('shapes are counted as they are in the parsed value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const shapes = new Set<string>()
        const walk = (one: unknown): void => {
          if (typeof one !== 'object' || one === null) return
          if (!Array.isArray(one))
            Object.keys(one).forEach((_, i, all) => shapes.add(JSON.stringify(all.slice(0, i + 1))))
          Object.values(one).forEach(walk)
        }
        walk(value)
        const text = JSON.stringify(value)
        const counted = new ObjectShapes()
        let depth = 0
        let name: [number, number] = [0, 0]
        for (let i = 0; i < text.length; i++)
          if (text[i] === '"') {
            const from = i + 1
            for (i++; text[i] !== '"'; i++) if (text[i] === '\\') i++
            name = [from, i]
          } else if ('[{'.includes(text[i])) counted.begin(++depth)
          else if (']}'.includes(text[i])) depth--
          else if (text[i] === ':') counted.addText(depth, text, ...name)
        expect(counted.count).toBe(shapes.size)
      }),
      { numRuns: 200 },
    )
  })

  test('agrees with the depth of the parsed value on any JSON', () => {
    const depthOf = (value: unknown): number =>
      value !== null && typeof value === 'object' ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 0, max: 70 }), (inner, wraps) => {
        let value: unknown = inner
        for (let i = 0; i < wraps; i++) value = i % 2 === 0 ? [value] : { '{"': value }
        const expected = depthOf(value) > MAX_NESTING ? 'invalid_json' : null
        expect(codeOf(() => checkStructure(JSON.stringify(value)))).toBe(expected)
      }),
      { numRuns: 200 },
    )
  })
})
