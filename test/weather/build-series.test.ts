import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSeries, SNOW_CORES } from '../../src/weather/build-series.ts'
import { between } from '../support/arbitraries.ts'

const START_MS = Date.UTC(2026, 10, 21)
const PLACE = { lon: 1.5, lat: 42.5, timezone: 'UTC', startMs: START_MS }

test('new snow is what fell in the 24 hours before, unknown where one of them is', () => {
  const hour = fc.oneof(
    { weight: 40, arbitrary: between(0, 5) },
    { weight: 1, arbitrary: fc.constantFrom(null, NaN, -1) },
  )
  const seen = { known: 0, unknown: 0 }
  fc.assert(
    fc.property(fc.array(hour, { minLength: 20, maxLength: 90 }), (perHour) => {
      const { columns } = buildSeries(
        {
          ...{ ...PLACE, hourCount: perHour.length, probabilities: [] },
          models: [{ id: 'm', cellHeightM: null, columns: { newSnowCm: perHour } }],
        },
        SNOW_CORES,
      )
      perHour.forEach((_, i) => {
        const before = perHour.slice(Math.max(0, i - 23), i + 1)
        const isKnown = before.length === 24 && before.every((cm) => cm !== null && cm >= 0)
        const sum = before.reduce<number>((all, cm) => all + (cm ?? 0), 0)
        expect(Number.isNaN(columns.newSnowCm[i])).toBe(!isKnown)
        if (isKnown) expect(columns.newSnowCm[i]).toBeCloseTo(sum, 1)
        seen[isKnown ? 'known' : 'unknown']++
      })
    }),
    { numRuns: 40 },
  )
  expect(Math.min(seen.known, seen.unknown)).toBeGreaterThan(100)
})

test('an hour is of the finest model that has it whole, else of the finest with less; never of two', () => {
  const value = fc.option(fc.integer({ min: 0, max: 40 }), { freq: 3 })
  const hour = fc.record({ tempC: value, precipMm: value, windKmh: value, weatherCode: value })
  const cores = [['tempC', 'precipMm', 'windKmh', 'weatherCode'], ['tempC', 'precipMm', 'windKmh'], ['tempC']] as const
  fc.assert(
    fc.property(
      fc.array(fc.array(hour, { minLength: 24, maxLength: 24 }), { minLength: 1, maxLength: 3 }),
      (models) => {
        const { hourModel, columns } = buildSeries({
          ...{ ...PLACE, hourCount: 24, probabilities: [] },
          models: models.map((hours, m) => ({
            ...{ id: `m${m}`, cellHeightM: null },
            columns: Object.fromEntries(cores[0].map((name) => [name, hours.map((one) => one[name])])),
          })),
        })
        for (let h = 0; h < 24; h++) {
          const has = (core: readonly (keyof (typeof models)[0][0])[]) =>
            models.findIndex((hours) => core.every((name) => hours[h][name] !== null))
          const model = cores.map(has).find((m) => m >= 0) ?? -1
          expect(hourModel[h]).toBe(model)
          for (const name of cores[0]) expect(columns[name][h]).toBe(model < 0 ? NaN : (models[model][h][name] ?? NaN))
        }
      },
    ),
    { numRuns: 60 },
  )
})
