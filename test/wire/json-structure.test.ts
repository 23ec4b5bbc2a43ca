import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holdMembers } from '../../src/wire/raw-json.ts'
import { holdTexts } from '../../src/wire/raw-texts.ts'
import { checkStructure, MAX_COMMAS, MAX_CONTAINERS, MAX_NESTING } from '../../src/wire/json-structure.ts'

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
      for (const pass of [holdTexts, (bytes: Buffer) => holdMembers(bytes, ['geometry', 'gpx'])])
        expect(codeOf(() => pass(body(piece)))).toBe('too_large')
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
