// Recordings with faults: the pace is that of the same recording without them.
// Sources: osmandapp/OsmAnd#17933, DaveDavenport/gpx-viewer#20, e-mission/e-mission-docs#843, BourgeoisLab/GPXLab#29.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { english } from '../../src/language/catalogue-files.ts'
import { say } from '../../src/language/sentence.ts'
import { cleanRecording, isSameRecording, measurePace, type Recording } from '../../src/course/measure-walker.ts'
import type { Profile } from '../../src/travel/settings.ts'
import { caseCount } from '../support/case-count.ts'
import { walkedPoints, type WalkPoint } from '../support/recorded-walk.ts'

const recordingOf = (points: readonly WalkPoint[], isPlan = false): Recording => ({
  timeS: Float64Array.from(points, ({ timeS }) => timeS),
  lon: Float64Array.from(points, ({ lon }) => lon),
  lat: Float64Array.from(points, ({ lat }) => lat),
  heightM: Float64Array.from(points, ({ heightM }) => heightM),
  isPlan,
})
const factorOf = (points: readonly WalkPoint[], profile: Profile = 'hike') => {
  const pace = measurePace(recordingOf(points), profile)
  return 'log' in pace ? Math.exp(pace.log) : english.render(pace.reason)
}
const walked = walkedPoints(1)
const every = (stepS: number) => walked.filter((_, i) => i % (stepS / 5) === 0)
const right = factorOf(walked) as number
const M_PER_DEG = 111_195

describe('a position that nobody can reach changes nothing', () => {
  test.each([5, 20, 40])('of recorders with a point every %i s', (stepS) => {
    const points = every(stepS)
    const own = factorOf(points) as number
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: points.length - 10 }),
        fc.integer({ min: 1, max: stepS === 5 ? 5 : 2 }),
        fc.integer({ min: 250, max: 5000 }),
        (at, count, awayM) => {
          const off = points.map((point, i) =>
            i >= at && i < at + count ? { ...point, lon: point.lon + awayM / M_PER_DEG / 0.69 } : point,
          )
          expect(Math.abs((factorOf(off) as number) / own - 1)).toBeLessThan(0.01)
        },
      ),
      { numRuns: caseCount(40, 500) },
    )
  })

  test('at the beginning, at the end, and several times', () => {
    const far = (point: WalkPoint): WalkPoint => ({ ...point, lat: point.lat + 0.03 })
    const off = [0, 1, 200, 500, 501, walked.length - 1]
    expect(
      Math.abs((factorOf(walked.map((point, i) => (off.includes(i) ? far(point) : point))) as number) / right - 1),
    ).toBeLessThan(0.01)
  })

  test('and an ordinary recording keeps every point', () => {
    expect(cleanRecording(recordingOf(walked), 'hike').timeS.length).toBe(walked.length)
  })
})

describe('a wrong time changes nothing', () => {
  test('anywhere, minutes or decades off', () => {
    fc.assert(
      fc.property(
        fc.nat(walked.length - 1),
        fc.oneof(fc.integer({ min: 60, max: 8000 }), fc.integer({ min: 86_400, max: 1e9 })),
        fc.boolean(),
        (at, offS, isLater) => {
          const wrong = walked.map((point, i) =>
            i === at ? { ...point, timeS: point.timeS + (isLater ? offS : -offS) } : point,
          )
          expect(Math.abs((factorOf(wrong) as number) / right - 1)).toBeLessThan(0.01)
        },
      ),
      { numRuns: caseCount(100, 2000) },
    )
  })

  test('nor do days in another order than in the file', () => {
    const next = walked.map((point) => ({ ...point, timeS: point.timeS + 86_400 }))
    const inOrder = factorOf([...walked, ...next])
    expect(factorOf([...next, ...walked])).toBe(inOrder)
    expect(Math.abs((inOrder as number) / right - 1)).toBeLessThan(0.01)
  })
})

test('a recorder with a point every 90 s measures the same pace within a few per cent', () => {
  expect(Math.abs((factorOf(every(90)) as number) / right - 1)).toBeLessThan(0.06)
})

test.each([
  ['points farther apart than a recorder is believed', factorOf(every(300)), /300 s|60 s apart/],
  [
    'a run sent as a hike',
    factorOf(walkedPoints(0.22, 9000).map((point) => ({ ...point, heightM: 500 }))),
    /faster than a hike/,
  ],
  ['no times', factorOf(walked.map((point) => ({ ...point, timeS: NaN }))), /no times/],
  [
    'one time',
    factorOf(walked.map((point, i) => ({ ...point, timeS: i === 0 ? point.timeS : NaN }))),
    /fewer than 2 points/,
  ],
])('%s is the reason', (_, reason, words) => {
  expect(reason).toMatch(words)
  expect(reason).not.toContain('0.0 km')
})

test('a planned course is refused as one', () => {
  const plan = measurePace(
    recordingOf(
      walked.map((point) => ({ ...point, timeS: NaN })),
      true,
    ),
    'hike',
  )
  expect(plan).toEqual({ reason: say('reason.recording.planned') })
})

test('recordings of one outing are known again: as they are, with noise, cut, but not on another day or way', () => {
  const clean = (points: readonly WalkPoint[]) => cleanRecording(recordingOf(points), 'hike')
  const one = clean(walked)
  const noisy = walked.map((point, i) => ({
    ...point,
    lon: point.lon + Math.sin(i * 7) * 1e-4,
    timeS: point.timeS + 1,
  }))
  for (const same of [walked, noisy, walked.slice(100, 600), every(20)]) {
    expect(isSameRecording(one, clean(same))).toBe(true)
    expect(isSameRecording(clean(same), one)).toBe(true)
  }
  const others = [
    walked.map((point) => ({ ...point, timeS: point.timeS + 86_400 })),
    walked.map((point) => ({ ...point, lon: point.lon + 0.01 })),
    walkedPoints(1.2),
  ]
  for (const other of others) expect(isSameRecording(one, clean(other))).toBe(false)
})
