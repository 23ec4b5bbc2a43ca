// Simultaneous attacks hide nothing: one that breaks a bar is found whatever else runs at the same time, and a slow
// machine excuses only as much as it is slower.

import { describe, expect, test } from 'vitest'
import type { Attack } from './attack.ts'
import { LARGE_CPU_MS, SMALL_BYTES, SMALL_CPU_MS } from './bars.ts'
import { batchesOf, type PreparedAttack } from './batches.ts'
import type { Row } from './row.ts'
import { holds, type Measure, runTogether } from './run-together.ts'
import { isRefusal, longest } from './run-attacks.ts'
import { p95 } from './run-sieges.ts'
import { paceNow } from './yardstick.ts'

interface Named {
  name: string
}
const LETTERS: Named[] = [...'abcdefgh'].map((name) => ({ name }))
const has = (some: readonly Named[], wanted: string) => some.some(({ name }) => name === wanted)
const isOnly = (some: readonly Named[], wanted: string) => some.length === 1 && has(some, wanted)
const make = () => ({ method: 'GET', path: '/' })
const row = (name: string, more: Partial<Row> = {}): Row => ({
  name,
  bytes: 10,
  statuses: '200',
  cpuMs: 5,
  healthMs: 1,
  rssMb: 0,
  slow: [],
  wrong: [],
  ...more,
})

describe('attacks in company', () => {
  test('come once where they hold together', async () => {
    let runs = 0
    const measure: Measure<Named> = async (some) => {
      runs++
      return some.map(({ name }) => row(name))
    }
    expect((await runTogether(LETTERS, measure, 100)).map(({ name }) => name).join('')).toBe('abcdefgh')
    expect(runs).toBe(1)
  })

  test.each([
    ['slow' as const, 4],
    ['wrong' as const, 1],
  ])('one that is always %s is the only one to fail, after %i times alone', async (kind, times) => {
    let alone = 0
    const measure: Measure<Named> = async (some) => {
      if (isOnly(some, 'f')) alone++
      return some.map(({ name }) => row(name, has(some, 'f') ? { [kind]: ['it is'] } : {}))
    }
    const rows = await runTogether(LETTERS, measure, 100)
    expect(rows.map(({ name }) => name).join('')).toBe('abcdefgh')
    expect(rows.filter((one) => !holds(one)).map(({ name }) => name)).toEqual(['f'])
    expect(alone).toBe(times)
  })

  test('one that was slow by chance holds', async () => {
    let alone = 0
    const measure: Measure<Named> = async (some) => {
      const isSlow = has(some, 'f') && (some.length > 1 || ++alone < 3)
      return some.map(({ name }) => row(name, isSlow ? { slow: ['by chance'] } : {}))
    }
    const rows = await runTogether(LETTERS, measure, 100)
    expect(rows.filter((one) => !holds(one))).toEqual([])
  })

  test('one that others crowd out comes alone', async () => {
    const measured: string[] = []
    const measure: Measure<Named> = async (some) => {
      measured.push(some.map(({ name }) => name).join(''))
      return some.map(({ name }) => row(name, { crowdedOut: name === 'b' && some.length > 1 }))
    }
    await runTogether(LETTERS.slice(0, 4), measure, 100)
    expect(measured).toContain('b')
  })

  test('those that end the server are named', async () => {
    const measure: Measure<Named> = async () => {
      throw new Error('ENOENT: /proc/1/stat')
    }
    await expect(runTogether(LETTERS.slice(0, 2), measure, 100)).rejects.toThrow('no longer there after: a; b')
  })

  test('memory is compared with what was held before the first of them', async () => {
    const floors = new Set<number>()
    const measure: Measure<Named> = async (some, _, floorMb) => {
      floors.add(floorMb)
      return some.map(({ name }) => row(name, { wrong: ['400 MB more memory'] }))
    }
    await runTogether(LETTERS.slice(0, 4), measure, 123)
    expect([...floors]).toEqual([123])
  })
})

describe('batches', () => {
  const prepared = (name: string, bytes: number, more: Partial<Attack> = {}): PreparedAttack => ({
    name,
    attack: { name, make, ...more },
    requests: [make()],
    bytes,
    cpuBarMs: more.cpuBarMs ?? (bytes > SMALL_BYTES ? LARGE_CPU_MS : SMALL_CPU_MS),
  })
  const all = [
    ...Array.from({ length: 100 }, (_, i) => prepared(`small ${i}`, 1000, { usualMs: (i % 10) * 10 })),
    ...Array.from({ length: 40 }, (_, i) => prepared(`large ${i}`, 5_000_000)),
    prepared('picture', 100, { cpuBarMs: 2000 }),
    prepared('expensive', 1000, { usualMs: 390 }),
  ]

  test('hold each attack once, of one bar, within half of it and 16 MB', () => {
    const batches = [...batchesOf(all)]
    expect(batches.flat().map(({ attack }) => attack.name)).toHaveLength(all.length)
    expect(new Set(batches.flat())).toEqual(new Set(all))
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    const broken = batches.filter(
      (batch) =>
        new Set(batch.map(({ cpuBarMs }) => cpuBarMs)).size > 1 ||
        (batch.length > 1 && sum(batch.map(({ attack }) => attack.usualMs ?? 10)) > batch[0].cpuBarMs / 2) ||
        sum(batch.map(({ bytes }) => bytes)) > 16_000_000,
    )
    expect(broken).toEqual([])
    expect(batches.length).toBeLessThan(50)
  })

  test('leave one with a bar of its own alone', () => {
    const batches = [...batchesOf(all)].filter((batch) => batch.some(({ attack }) => attack.cpuBarMs !== undefined))
    expect(batches.map((batch) => batch.length)).toEqual([1])
  })
})

describe('a slow machine', () => {
  test('stretches the bars of processor time by as much as it is slower, three times at most', () => {
    expect(paceNow(0, 1).work).toBe(1)
    expect(paceNow(0, 44).work).toBeCloseTo(2)
    expect(paceNow(0, 1e6).work).toBe(3)
  })

  test('stretches waiting times where others have it, three times at most', () => {
    expect(paceNow(0.05, 1).waiting).toBe(1)
    expect(paceNow(0.5, 1).waiting).toBeCloseTo(2)
    expect(paceNow(0.99, 44).waiting).toBe(3)
  })
})

describe('nothing is shown', () => {
  test('by neighbours of whom none was answered', () => {
    expect([longest([]), p95([])]).toEqual([Infinity, Infinity])
    expect([longest([3, 5]), p95([...Array(19).fill(1), 9])]).toEqual([5, 1])
  })

  test('by an attack that was refused for something else', () => {
    expect([200, 400, 413, 429, 503, null].filter((status) => isRefusal(status, {}))).toEqual([429, 503])
    expect([429, 503].filter((status) => isRefusal(status, { statuses: [503] }))).toEqual([429])
  })
})
