import { describe, expect, test } from 'vitest'
import { createProgress, toDuration, toSize } from '../../src/import/progress-bar.ts'

function record(isTTY: boolean) {
  const written: string[] = []
  let nowMs = 0
  const progress = createProgress({ isTTY, columns: 200, write: (text) => written.push(text) }, () => nowMs)
  return { written, progress, at: (ms: number) => (nowMs = ms) }
}

describe('createProgress', () => {
  test('redraws one line per stage on a terminal, with counts and time left', () => {
    const { written, progress, at } = record(true)
    progress.begin('network', 'ways')
    at(2000)
    progress.report(1000, 4000, 'ways')
    at(4000)
    progress.begin('terrain', 'tiles')
    progress.end()
    expect(written[1]).toBe('\r\x1b[2Kways [######..................] 25 %, 1,000 of 4,000 ways, about 6 s left')
    expect(written.filter((text) => text.endsWith('\n'))).toHaveLength(2)
    expect(written.join('').split('\n')).toHaveLength(3)
  })

  test('writes plain lines at most every 2 s elsewhere', () => {
    const { written, progress, at } = record(false)
    const times: number[] = []
    for (let ms = 0; ms <= 10_000; ms += 50) {
      at(ms)
      const before = written.length
      if (ms % 1000 === 0) progress.begin('group', `stage ${ms}`)
      progress.report(ms, 10_000, 'ms')
      if (written.length > before) times.push(ms)
    }
    expect(written.join('')).not.toMatch(/\r|\x1b/)
    expect(written.every((line) => /^[^\n]+\n$/.test(line))).toBe(true)
    expect(times.length).toBeGreaterThan(3)
    for (let i = 1; i < times.length; i++) expect(times[i] - times[i - 1]).toBeGreaterThanOrEqual(2000)
  })

  test('draws no bar and no time left where the total is not known or nothing is done', () => {
    const { written, progress, at } = record(true)
    progress.begin('network', 'nodes')
    at(5000)
    progress.report(471_006, null, 'nodes')
    at(6000)
    progress.report(0, 10, 'nodes')
    expect(written[1]).toBe('\r\x1b[2Knodes: 471,006 nodes')
    expect(written[2]).not.toContain('left')
  })

  test('keeps the time of every stage, and never a line wider than the terminal', () => {
    const written: string[] = []
    let nowMs = 0
    const progress = createProgress({ isTTY: true, columns: 30, write: (text) => written.push(text) }, () => nowMs)
    progress.begin('a', 'one')
    nowMs = 1500
    progress.report(1, 3, 'things of a long name that does not fit')
    expect(progress.current).toBe('one')
    progress.end()
    progress.end()
    expect(progress.times).toMatchObject([{ group: 'a', stage: 'one', startedMs: 0, durationMs: 1500 }])
    expect(progress.times[0].memoryBytes).toBeGreaterThan(progress.times[0].heapBytes)
    expect(progress.times[0].heapBytes).toBeGreaterThan(0)
    expect(progress.current).toBeNull()
    for (const text of written) expect(text.replace(/\r\x1b\[2K|\n/g, '').length).toBeLessThan(30)
  })

  test('shows stages of several lanes together, and keeps the costs that each lane tells', () => {
    const { written, progress, at } = record(true)
    const cost = { processorMs: 7, heapBytes: 8 }
    const beside = progress.lane({ begin() {}, look() {}, end: () => cost })
    progress.begin('a', 'one')
    at(200)
    beside.begin('b', 'two')
    at(400)
    beside.report(3, null, 'tiles')
    expect(written.at(-1)).toBe('\r\x1b[2Kone ...; two: 3 tiles')
    beside.end()
    expect(progress.current).toBe('one')
    expect(progress.times).toMatchObject([{ group: 'b', stage: 'two', startedMs: 200, durationMs: 200, ...cost }])
  })

  test('takes 80 columns where the terminal does not say how many it has', () => {
    const written: string[] = []
    const progress = createProgress({ isTTY: true, columns: 0, write: (text) => written.push(text) }, () => 0)
    progress.begin('a', 'x'.repeat(200))
    expect(written[0].replace('\r\x1b[2K', '')).toHaveLength(79)
  })

  test('tells durations and sizes in readable units', () => {
    expect([toDuration(420), toDuration(12_300), toDuration(185_900)]).toEqual(['0.42 s', '12.3 s', '3 min 05 s'])
    expect([toSize(12), toSize(2048), toSize(11_953_766), toSize(3 * 1024 ** 3)]).toEqual([
      '12 bytes',
      '2.0 KB',
      '11.4 MB',
      '3.00 GB',
    ])
  })
})
