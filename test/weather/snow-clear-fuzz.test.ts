// The whole operation, from whatever a raster service may give, the forecast provider may claim and the terrain may
// lack: `clear` stands on nothing but a measurement of 0 to 10 of the product, seen within the last 10 days.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { say } from '../../src/language/sentence.ts'
import { HOUR_MS } from '../../src/durations.ts'
import { routeSnow } from '../../resolvers/snow.ts'
import type { Services } from '../../src/services.ts'
import type { SnowInfo } from '../../src/weather/snow/snow-types.ts'
import { SNOW_PRODUCTS } from '../../src/weather/snow/snow-products.ts'
import { between } from '../support/arbitraries.ts'

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

const value = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 12 }) },
  fc.integer({ min: -300, max: 70_000 }),
  fc.double(),
  between(0, 1),
  fc.constant(null),
)
const ageH = fc.oneof(
  { weight: 3, arbitrary: between(-2, 250) },
  fc.constantFrom(240, 240.001, -1, -1.001, NaN, Infinity, -Infinity),
  fc.constant(null),
)
const sample = fc.option(fc.record({ value, ageH }))
const depth = fc.record({
  model: fc.constantFrom('m', null),
  snowDepthM: fc.constantFrom(0, null, NaN, -1),
  newSnowCm: fc.constantFrom(0, null),
  freezingLevelM: fc.constantFrom(4000, null),
})

test('nothing but a valid observation makes a point, a piece or a metre clear', async () => {
  let clears = 0
  const drawn = fc.record({
    product: fc.constantFrom(...SNOW_PRODUCTS),
    samples: fc.array(sample, { minLength: 1, maxLength: 30 }),
    hasRaster: fc.boolean(),
    // a service that answers for fewer points than it was requested
    lost: fc.integer({ min: 0, max: 3 }),
    breaks: fc.boolean(),
    forecast: fc.option(fc.array(depth, { maxLength: 30 })),
    hasTerrain: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(drawn, async ({ product, samples, hasRaster, lost, breaks, forecast, hasTerrain }) => {
      const given = samples
        .slice(0, samples.length - lost)
        .map((own) =>
          own === null
            ? null
            : { value: own.value, observedAtMs: own.ageH === null ? null : NOW_MS - own.ageH * HOUR_MS },
        )
      const services = {
        clock: { nowMs: () => NOW_MS },
        snow: {
          findLive: async () => null,
          observe: async () => (hasRaster ? { info: info(product), samples: given } : null),
        },
        terrain: {
          sample: async (_: string, points: readonly unknown[]) => ({
            release: 't',
            z: 12,
            heightsM: points.map(() => (hasTerrain ? 500 : null)),
          }),
        },
        // no snow at all in the forecast, warm and deep down: still no observation
        snowForecast:
          forecast === null
            ? null
            : {
                forecastSnow: async () => ({
                  attribution: { text: say('source.named', { name: '' }), licence: null, url: null },
                  moments: [forecast, forecast],
                }),
              },
      } as unknown as Services
      const points = samples.map((_, i): [number, number] => [1.5 + i * 0.001, 42.5])
      const answer = await routeSnow.run(
        { points, evidence: true, ...(breaks && points.length > 2 ? { segments: [0, 2] } : {}) },
        services,
        { signal: new AbortController().signal } as never,
      )
      const isValid = (i: number): boolean => {
        const own = given[i] ?? null
        if (!hasRaster || own === null || own.value === null || own.observedAtMs === null) return false
        const isMeasured =
          product === 'fraction'
            ? own.value >= 0 && own.value <= 0.1
            : Number.isInteger(own.value) && own.value >= 0 && own.value <= 10
        const hours = (NOW_MS - own.observedAtMs) / HOUR_MS
        return isMeasured && hours >= -1 && hours <= 240
      }
      answer.points.forEach((point, i) => {
        expect(point.class === 'clear', `point ${i}`).toBe(isValid(i))
        expect(point.class === 'unknown').toBe(point.reason !== null)
        expect(answer.evidence!.points[i].class).toBe(point.class)
        if (point.class === 'unknown')
          expect([
            point.coverPct === null || point.reason === 'partial_cover',
            answer.evidence!.points[i].validUntil,
          ]).toEqual([true, null])
        if (point.class === 'clear') clears++
      })
      if (!answer.points.some((point) => point.class === 'clear'))
        expect([answer.summary.clearM, answer.sections.filter((section) => section.class === 'clear')]).toEqual([0, []])
      if (answer.points.every((point) => point.class === 'unknown')) expect(answer.summary.shareKnown).toBe(0)
    }),
    { numRuns: 400 },
  )
  expect(clears).toBeGreaterThan(100)
})
