// What this service adds to the provider's time, everything held: 12 places x 16 days x hourly to JSON, and the weather of a
// line of 120 km and 5,000 points, its heights from a function instead of a file. Best and mean after warming up.

import { forecast } from '../../resolvers/weather.ts'
import { routeWeather } from '../../resolvers/route-weather.ts'
import type { Services } from '../../src/services.ts'
import { buildSeries } from '../../src/weather/build-series.ts'
import { toWireText } from '../../src/wire/wire-json.ts'
import type { WeatherSource } from '../../src/weather/weather-source.ts'

const RUNS = 50
const nowMs = Date.UTC(2026, 9, 20, 12)
const hours = 24 * 18
const series = new Map<string, ReturnType<typeof buildSeries>>()
const column = (scale: number, base: number) => Array.from({ length: hours }, (_, hour) => base + scale * Math.sin(hour / 4))
const columns = { tempC: column(8, 5), precipMm: column(1, 1), windKmh: column(9, 10), gustKmh: column(9, 20), windDirDeg: column(90, 180), weatherCode: column(0, 3), freezingLevelM: column(500, 2500) }

/** Everything is held: only reading it is measured. */
const weather: WeatherSource = {
  getSeries: async (places) => ({
    provider: { id: 'bench', attribution: 'none', licence: 'none', synthetic: true }, runs: new Map([['m', nowMs]]),
    points: places.map(([lon, lat]) => {
      const key = `${lon},${lat}`
      let held = series.get(key)
      if (held === undefined) series.set(key, (held = buildSeries({ lon, lat, timezone: 'Europe/Andorra', startMs: nowMs - 36 * 3_600_000, hourCount: hours, models: [{ id: 'm', cellHeightM: 1000, columns }], probabilities: [{ id: 'eps', pct: new Float64Array(hours).fill(30) }] })))
      return { series: held, missing: null, notes: [], fetchedAtMs: nowMs, freshUntilMs: nowMs + 3_600_000 }
    }),
  }),
}
const services = {
  weather, clock: { nowMs: () => nowMs }, version: '0', forecastPoints: { take: () => 0 }, releases: { findLive: () => null },
  terrain: { sample: async (_: string, points: readonly (readonly [number, number])[]) => ({ release: 't', z: 12, heightsM: points.map(([lon, lat]) => 1500 + 800 * Math.sin(lon * 60) * Math.cos(lat * 40)) }) },
} as unknown as Services
const context = { signal: new AbortController().signal, deadlineMs: Infinity, requestId: 'bench', caller: { address: 'bench' } } as never

async function measure(name: string, budgetMs: number, run: () => Promise<string>): Promise<void> {
  const times: number[] = []
  let bytes = 0
  for (let i = -10; i < RUNS; i++) {
    const start = performance.now()
    bytes = (await run()).length
    if (i >= 0) times.push(performance.now() - start)
  }
  console.log(`| ${name} | ${Math.min(...times).toFixed(1)} | ${(times.reduce((a, b) => a + b) / RUNS).toFixed(1)} | ${budgetMs} | ${(bytes / 1024).toFixed(0)} |`)
}

console.log('| what | best ms | mean ms | wanted below, ms | KB |\n|---|---|---|---|---|')
const points = Array.from({ length: 12 }, (_, i) => ({ lon: 1 + i / 10, lat: 42, elevationM: 1500 }))
await measure('12 points x 16 days x hourly to JSON', 15, async () => toWireText(await forecast.run({ points, days: 16, hourly: true, freezingLevel: true }, services, context)))
const coordinates = Array.from({ length: 5000 }, (_, i) => [1 + (i / 5000) * 0.91, 42.4 + 0.01 * Math.sin(i / 40)])
await measure('route weather, 5,000 points', 80, async () => toWireText(await routeWeather.run({ departure: '2026-10-21T08:00:00Z', geometry: { type: 'LineString', coordinates } }, services, context)))
const departures = Array.from({ length: 24 }, (_, i) => new Date(nowMs + i * 3_600_000).toISOString())
await measure('the same with 24 departures', 80, async () => toWireText(await routeWeather.run({ departure: '2026-10-21T08:00:00Z', departures, geometry: { type: 'LineString', coordinates } }, services, context)))
