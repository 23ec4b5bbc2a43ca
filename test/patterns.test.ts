// No text holds a thread: every regular expression of the project is linear in the length of what it is tried on, as
// `recheck` proves or finds no attack against, and none is put together at run time, where it could not be checked.
// Patterns found safe are listed in judged-patterns.json with the version of recheck: judging all takes a minute. What
// is not listed is judged here, and everything with THOROUGH=1 or another version. `JUDGE=new npm exec -- vitest run
// test/patterns` brings the list up to date.

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { checkSync } from 'recheck'
import { beforeAll, describe, expect, test } from 'vitest'
import { triesAll } from './support/case-count.ts'
import { listPatterns, type ListedPatterns } from './support/list-patterns.ts'

const JUDGED_FILE = new URL('judged-patterns.json', import.meta.url)
/** Patterns judged in every run: more would make the suite slow. */
const MAX_UNLISTED = 40

interface Judged {
  recheck: string
  safe: string[]
}
const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }
const isWriting = process.env.JUDGE === 'new'
const written = JSON.parse(readFileSync(JUDGED_FILE, 'utf8')) as Judged
const judged = new Set(!triesAll && written.recheck === version ? written.safe : [])

let listed: ListedPatterns
beforeAll(() => {
  listed = listPatterns()
}, 240_000)

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
    const unlisted = [...places.keys()].filter((pattern) => !judged.has(pattern))
    const wrong = unlisted.flatMap((pattern) => {
      const { at, source, flags } = places.get(pattern)!
      const verdict = judge(source, flags)
      return verdict === 'safe' ? [] : [`${at} ${pattern}: ${verdict}`]
    })
    expect(wrong).toEqual([])
    if (isWriting) {
      const list = { recheck: version, safe: [...places.keys()].sort() }
      writeFileSync(JUDGED_FILE, `${JSON.stringify(list, null, 2)}\n`)
    } else if (!triesAll && written.recheck === version)
      expect(unlisted.length, 'run JUDGE=new npm exec -- vitest run test/patterns').toBeLessThanOrEqual(MAX_UNLISTED)
  })

  test('none is made at run time', () => {
    expect(listed.made).toEqual([])
  })

  test('the check finds what was slow before', () => {
    expect(judge(String.raw`^\s*(\d*)\s*-\s*(\d*)\s*$`, '')).toMatch(/polynomial/)
    expect(judge(String.raw`^[+-]?(?:\d+\.?\d*|\.\d+)$`, '')).toMatch(/polynomial/)
  })
})
