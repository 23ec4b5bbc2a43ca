import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { say } from '../../../src/language/sentence.ts'
import { HOUR_MS } from '../../../src/durations.ts'
import { type LonLat, distanceM } from '../../../src/geo/lon-lat.ts'
import type { SnowInfo, SnowSample } from '../../../src/weather/snow/snow-types.ts'
import { judgeSample, observedSnow, snowEvidence } from '../../../src/weather/snow/route-snow.ts'
import { SNOW_PRODUCTS } from '../../../src/weather/snow/snow-products.ts'
import { between } from '../../support/arbitraries.ts'

const NOW_MS = Date.UTC(2026, 1, 10, 12)
const info = (product: SnowInfo['product']): SnowInfo => ({
  id: 'x-1',
  product,
  observedFrom: null,
  observedTo: null,
  promotedAt: '',
  attribution: { text: say('source.named', { name: '' }), licence: null, url: null },
  bytes: 1,
  sha256: '',
})
const at = (ageH: number, value: number | null = 0): SnowSample => ({ value, observedAtMs: NOW_MS - ageH * HOUR_MS })

describe('the age of an observation', () => {
  test('counts at each point; at exactly 10 days it is known, beyond it is not', () => {
    expect(judgeSample('fsc', at(26.04, 80), NOW_MS)).toMatchObject({
      class: 'snow',
      coverPct: 80,
      ageH: 26,
      reason: null,
    })
    expect(judgeSample('fsc', at(240), NOW_MS)).toMatchObject({ class: 'clear', ageH: 240 })
    expect(judgeSample('fsc', at(240 + 1 / 3600), NOW_MS)).toMatchObject({
      class: 'unknown',
      coverPct: null,
      reason: 'too_old',
      observedAt: expect.any(String),
    })
  })

  test('unknown, impossible or ahead of the clock makes the point unknown', () => {
    expect(judgeSample('fsc', { value: 0, observedAtMs: null }, NOW_MS)).toMatchObject({
      class: 'unknown',
      reason: 'age_unknown',
    })
    expect(judgeSample('fsc', { value: 0, observedAtMs: NaN }, NOW_MS)).toMatchObject({
      class: 'unknown',
      reason: 'age_unknown',
    })
    expect(judgeSample('fsc', at(-1.01), NOW_MS)).toMatchObject({ class: 'unknown', reason: 'in_future', ageH: null })
    expect(judgeSample('fsc', at(-0.5), NOW_MS)).toMatchObject({ class: 'clear', ageH: 0 })
  })

  test('NDSI is reported as ndsi, never as cover', () => {
    expect(judgeSample('mod10a1', at(1, 40), NOW_MS)).toMatchObject({ class: 'snow', ndsi: 40, coverPct: null })
    expect(judgeSample('mod10a1', at(1, 39), NOW_MS)).toMatchObject({
      class: 'unknown',
      reason: 'partial_cover',
      ndsi: 39,
      coverPct: null,
    })
  })
})

test('a point is clear only by a valid measurement of 0 to 10, seen in the last 10 days', () => {
  const value = fc.option(fc.oneof(fc.integer({ min: -5, max: 260 }), between(0, 1), fc.double()))
  const age = fc.option(fc.oneof(between(-100, 500), fc.constantFrom(240, 240.0001, NaN, Infinity, -Infinity)))
  let clears = 0
  fc.assert(
    fc.property(fc.constantFrom(...SNOW_PRODUCTS), fc.option(fc.tuple(value, age)), (product, drawn) => {
      const sample: SnowSample =
        drawn === null
          ? null
          : { value: drawn[0], observedAtMs: drawn[1] === null ? null : NOW_MS - drawn[1] * HOUR_MS }
      const judged = judgeSample(product, sample, NOW_MS)
      if (judged.class === 'clear') {
        clears++
        const [number, ageH] = drawn!
        expect(
          number !== null &&
            number >= 0 &&
            (product === 'fraction' ? number <= 0.1 : Number.isInteger(number) && number <= 10),
        ).toBe(true)
        expect(ageH !== null && ageH >= -1 && ageH <= 240).toBe(true)
        expect([judged.reason, judged.observedAt === null]).toEqual([null, false])
      } else if (judged.class === 'unknown') expect(judged.reason).not.toBeNull()
    }),
    { numRuns: 3000 },
  )
  expect(clears).toBeGreaterThan(20)
})

const line = (count: number): LonLat[] => Array.from({ length: count }, (_, i) => [1.5 + i * 0.001, 42.5])
const pieceM = distanceM(1.5, 42.5, 1.501, 42.5)

describe('sections and sums', () => {
  const kinds = (text: string): SnowSample[] =>
    [...text].map((letter) => (letter === 's' ? at(1, 100) : letter === 'c' ? at(1, 0) : at(1, 205)))
  const read = (text: string, segments = [0]) =>
    observedSnow(line(text.length), segments, [], { info: info('fsc'), samples: kinds(text) }, NOW_MS)

  test('a piece has a class only where both its ends agree', () => {
    const { sections, summary } = read('ssccuc')
    expect(sections.map((section) => section.class)).toEqual(['snow', 'unknown', 'clear', 'unknown'])
    expect(summary.snowM).toBeCloseTo(pieceM, 0)
    expect(summary.clearM).toBeCloseTo(pieceM, 0)
    expect(summary.unknownM).toBeCloseTo(3 * pieceM, 0)
    expect(summary.shareKnown).toBeCloseTo(0.4, 3)
  })

  test('nothing is summed across a break, and no section reaches over it', () => {
    const { sections, summary } = read('ssss', [0, 2])
    expect(sections).toHaveLength(2)
    expect(sections[1].fromM).toBe(sections[0].toM)
    expect(summary.snowM).toBeCloseTo(2 * pieceM, 0)
    expect(read('sss', [0, 1, 2])).toMatchObject({
      sections: [],
      summary: { snowM: 0, clearM: 0, unknownM: 0, shareKnown: 1 },
    })
  })

  test('of a line of which a metre is unknown, not all is known', () => {
    const points: LonLat[] = [1.5, 1.75, 1.75001].map((lon) => [lon, 42.5])
    const { summary } = observedSnow(points, [0], [], { info: info('fsc'), samples: kinds('ssu') }, NOW_MS)
    expect(summary.unknownM / (summary.snowM + summary.unknownM)).toBeLessThan(0.5e-4)
    expect(summary).toMatchObject({ shareKnown: 0.9999 })
    expect(read('ss').summary.shareKnown).toBe(1)
  })

  test('without a raster every point and metre is unknown', () => {
    const { points, summary, observed, sections } = observedSnow(line(3), [0], [1, null], null, NOW_MS)
    expect(points.map(({ class: kind, reason, elevationM }) => [kind, reason, elevationM])).toEqual([
      ['unknown', 'no_observation', 1],
      ['unknown', 'no_observation', null],
      ['unknown', 'no_observation', null],
    ])
    expect(summary).toMatchObject({ snowM: 0, clearM: 0, shareKnown: 0 })
    expect(sections).toEqual([{ fromM: 0, toM: summary.unknownM, class: 'unknown' }])
    expect(observed).toEqual({ product: null, observedFrom: null, observedTo: null, maxAgeH: 240 })
  })

  test('sections join, agree with the sums and with the points, and are as long as the unbroken pieces', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            kind: fc.constantFrom('s', 'c', 'u'),
            dLon: between(-0.01, 0.01),
            dLat: between(-0.01, 0.01),
            breaks: fc.boolean(),
          }),
          { minLength: 1, maxLength: 60 },
        ),
        (steps) => {
          let [lon, lat] = [1.5, 42.5]
          const points = steps.map(({ dLon, dLat }): LonLat => [(lon += dLon), (lat += dLat)])
          const segments = [0, ...steps.flatMap(({ breaks }, i) => (breaks && i > 0 ? [i] : []))]
          const { sections, summary } = observedSnow(
            points,
            segments,
            [],
            { info: info('fsc'), samples: kinds(steps.map(({ kind }) => kind).join('')) },
            NOW_MS,
          )
          // the plain oracle: each piece by itself
          const wanted: Record<string, number> = { snow: 0, clear: 0, unknown: 0 }
          for (let i = 1; i < points.length; i++) {
            if (segments.includes(i)) continue
            const both = steps[i].kind === steps[i - 1].kind ? steps[i].kind : 'u'
            wanted[both === 's' ? 'snow' : both === 'c' ? 'clear' : 'unknown'] += distanceM(
              points[i - 1][0],
              points[i - 1][1],
              points[i][0],
              points[i][1],
            )
          }
          const toleranceM = 0.1 * points.length
          for (const [kind, reported] of [
            ['snow', summary.snowM],
            ['clear', summary.clearM],
            ['unknown', summary.unknownM],
          ] as const) {
            expect(Math.abs(reported - wanted[kind])).toBeLessThanOrEqual(toleranceM)
            const placed = sections
              .filter((section) => section.class === kind)
              .reduce((sum, section) => sum + section.toM - section.fromM, 0)
            expect(placed).toBeCloseTo(reported, 1)
          }
          sections.forEach((section, i) => {
            expect(section.fromM).toBe(i === 0 ? 0 : sections[i - 1].toM)
            expect(section.toM).toBeGreaterThan(section.fromM)
          })
          expect(summary.shareKnown).toBeLessThanOrEqual(1)
          if (summary.unknownM > 0) expect(summary.shareKnown).toBeLessThan(1)
        },
      ),
      { numRuns: 300 },
    )
  })
})

test('evidence is valid for an hour at most and never past the age limit; an unknown has none', () => {
  const snow = observedSnow(
    line(3),
    [0],
    [],
    { info: info('fsc'), samples: [at(1, 90), at(239.5, 0), at(1, 205)] },
    NOW_MS,
  )
  expect(snowEvidence(snow, 'x-1', NOW_MS).points).toEqual([
    { index: 0, class: 'snow', source: 'fsc:x-1', coverage: 90, validUntil: '2026-02-10T13:00:00.000Z' },
    { index: 1, class: 'clear', source: 'fsc:x-1', coverage: 0, validUntil: '2026-02-10T12:30:00.000Z' },
    { index: 2, class: 'unknown', source: null, coverage: null, validUntil: null },
  ])
})
