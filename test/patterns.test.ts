// No text holds a thread: every regular expression of the project is linear in the length of what it is tried on, as
// `recheck` proves or finds no attack against, and none is put together at run time, where it could not be checked.

import { checkSync } from 'recheck'
import { beforeAll, describe, expect, test } from 'vitest'
import { listPatterns, type ListedPatterns } from './support/list-patterns.ts'

let listed: ListedPatterns
beforeAll(() => {
  listed = listPatterns()
}, 60_000)

/** `safe`, or what is wrong. */
const judge = (source: string, flags: string): string => {
  // by work, not by time: a busy machine finds the same
  const limits = { timeout: null, incubationTimeout: null, attackTimeout: null, randomSeed: 1 }
  const found = checkSync(source, flags, limits)
  return found.status === 'vulnerable' ? found.complexity.summary : found.status
}

describe('patterns', () => {
  test('every folder of the project is looked at', () => {
    expect(listed.files).toBeGreaterThan(500)
    expect(listed.literals.length).toBeGreaterThan(150)
  })

  test('every pattern is linear', { timeout: 600_000 }, () => {
    const places = new Map<string, { at: string; source: string; flags: string }>()
    for (const pattern of listed.literals) places.set(`/${pattern.source}/${pattern.flags}`, pattern)
    const wrong = [...places]
      .map(([pattern, { at, source, flags }]) => `${at} ${pattern}: ${judge(source, flags)}`)
      .filter((line) => !line.endsWith(': safe'))
    expect(wrong).toEqual([])
  })

  test('none is made at run time', () => {
    expect(listed.made).toEqual([])
  })

  test('the check finds what was slow before', () => {
    expect(judge(String.raw`^\s*(\d*)\s*-\s*(\d*)\s*$`, '')).toMatch(/polynomial/)
    expect(judge(String.raw`^[+-]?(?:\d+\.?\d*|\.\d+)$`, '')).toMatch(/polynomial/)
  })
})
