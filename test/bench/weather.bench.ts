// What this service adds to the provider's time: 12 places x 16 days x hourly to JSON, and the weather of a line of 120
// km and 5,000 points over
// Andorra's real terrain. The provider is a local server (a thread of its own) that answers from recorded values of
// REAL_DATA_DIR, for every model asked. Held: the provider is not asked. Not held: the provider's own time, that of the
// same calls by a plain fetch that reads nothing, is taken off.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { DAY_MS } from '../../src/durations.ts'
import { forecast } from '../../resolvers/weather.ts'
import { routeWeather } from '../../resolvers/route-weather.ts'
import type { Services } from '../../src/services.ts'
import { openTerrain } from '../../src/terrain/open-terrain.ts'
import { ForecastSource } from '../../src/weather/forecast-source.ts'
import { toWireText } from '../../src/wire/wire-json.ts'
import { DATA_DIR, importRegion, ROOT } from './routing/region.ts'

const RUNS = 30
const NOW_MS = Date.UTC(2026, 9, 20, 12)
const RECORDED = join(
  process.env.REAL_DATA_DIR ?? join(ROOT, '../shared/data'),
  'weather/openmeteo_newjersey_hourly336_daily14_2025-12-29T00Z.json',
)

if (isMainThread) await measureAll()
else await provide()

/**
 * Answers like Open-Meteo: the columns asked, for every place and model asked, an ensemble of 51. Texts are made once
 * for each question.
 */
async function provide(): Promise<void> {
  const recorded = JSON.parse(readFileSync(RECORDED, 'utf8')).hourly as Record<string, unknown[]>
  const made = new Map<string, string>()
  const answer = (url: URL): string => {
    const list = (name: string) => url.searchParams.get(name)!.split(',')
    const isEnsemble = url.pathname === '/v1/ensemble'
    const hours = 24 * (1 + Number(url.searchParams.get('forecast_days')))
    const startS = (Math.floor(NOW_MS / DAY_MS) - 1) * 86_400
    const fill = (name: string, shift: number) => {
      const values = recorded[name] ?? recorded.temperature_2m
      return Array.from({ length: hours }, (_, hour) => values[(hour + shift) % values.length])
    }
    const models = list('models')
    const hourly: Record<string, unknown[]> = { time: Array.from({ length: hours }, (_, hour) => startS + hour * 3600) }
    list('hourly').forEach((name, n) => {
      if (isEnsemble)
        for (let member = 0; member < 51; member++)
          hourly[member === 0 ? name : `${name}_member${String(member).padStart(2, '0')}`] = fill(name, member)
      else for (const model of models) hourly[models.length > 1 ? `${name}_${model}` : name] = fill(name, n)
    })
    const place = JSON.stringify({
      latitude: 42.5,
      longitude: 1.5,
      elevation: 1200,
      utc_offset_seconds: 3600,
      timezone: 'Europe/Andorra',
      hourly,
    })
    const count = list('latitude').length
    return count === 1 ? place : `[${Array(count).fill(place).join()}]`
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://x')
    if (!url.pathname.startsWith('/v1/')) return response.writeHead(404).end()
    let text = made.get(request.url!)
    if (text === undefined) made.set(request.url!, (text = answer(url)))
    return response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  })
  server.listen(0, '127.0.0.1', () =>
    parentPort!.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  )
}

async function measureAll(): Promise<void> {
  const terrain = await openTerrain(join(DATA_DIR, 'releases', importRegion().releaseId, 'terrain.pmtiles'))
  const provider = new Worker(new URL(import.meta.url))
  const url = await new Promise<string>((resolve, reject) => provider.once('message', resolve).once('error', reject))
  const requested: string[] = []
  const plainFetch = globalThis.fetch
  globalThis.fetch = ((...call: Parameters<typeof fetch>) => {
    requested.push(String(call[0]))
    return plainFetch(...call)
  }) as typeof fetch
  const openSource = () => new ForecastSource({ nowMs: () => NOW_MS, url, ensembleUrl: url, apiKey: null })
  const services = {
    weather: openSource(),
    clock: { nowMs: () => NOW_MS },
    version: '0',
    forecastPoints: { take: () => 0 },
    releases: { findLive: () => null },
    terrain: {
      sample: async (_: string, points: readonly (readonly [number, number])[], z: number | null) => ({
        release: 't',
        ...(await terrain.sample(points, z)),
      }),
    },
  } as unknown as Services & { weather: ForecastSource }
  const context = {
    signal: new AbortController().signal,
    requestId: 'bench',
    caller: { address: 'bench' },
  } as never

  const measure = async (
    name: string,
    budgetMs: number,
    run: () => Promise<string>,
    isHeld: boolean,
  ): Promise<void> => {
    const times: number[] = []
    const cpu: number[] = []
    let bytes = 0
    for (let i = -8; i < RUNS; i++) {
      if (!isHeld) services.weather = openSource()
      requested.length = 0
      const cpuUs = threadUs()
      const start = performance.now()
      bytes = (await run()).length
      let ms = performance.now() - start
      cpu.push((threadUs() - cpuUs) / 1000)
      if (!isHeld) {
        const calls = requested.filter((call) => call.includes('/v1/'))
        if (calls.length !== 2) throw new Error(`asked the provider ${calls.length} times`)
        const from = performance.now()
        await Promise.all(calls.map(async (call) => (await plainFetch(call)).arrayBuffer()))
        ms -= performance.now() - from
      }
      if (i >= 0) times.push(ms)
    }
    const sorted = times.toSorted((a, b) => a - b)
    console.log(
      `| ${name} | ${sorted[0].toFixed(1)} | ${sorted[RUNS >> 1].toFixed(1)} | ${cpu
        .slice(8)
        .toSorted((a, b) => a - b)
        [RUNS >> 1].toFixed(1)} | ${budgetMs} | ${(bytes / 1024).toFixed(0)} |`,
    )
  }

  console.log(
    '| what | best ms | median ms | processor time of the thread, median ms | wanted below, ms | KB |\n|---|---|---|---|---|---|',
  )
  const points = Array.from({ length: 12 }, (_, i) => ({ lon: 1.45 + i * 0.02, lat: 42.5 }))
  const places = async () => toWireText(await forecast.run({ points, days: 16, hourly: true }, services, context))
  await measure('12 points x 16 days x hourly to JSON, held', 15, places, true)
  await measure('the same, the provider asked', 0, places, false)
  const line = { type: 'LineString', coordinates: zigzag(5000, 119_700) }
  const along = async (departures?: string[]) =>
    toWireText(
      await routeWeather.run(
        { departure: '2026-10-21T08:00:00Z', geometry: line, ...(departures === undefined ? {} : { departures }) },
        services,
        context,
      ),
    )
  await measure('route weather of 120 km and 5,000 points, held', 80, () => along(), true)
  await measure('the same, the provider asked', 80, () => along(), false)
  const departures = Array.from({ length: 24 }, (_, i) => new Date(NOW_MS + i * 3_600_000).toISOString())
  await measure('the same with 24 departures, held', 80, () => along(departures), true)
  await terrain.close()
  await provider.terminate()
}

/** To and fro across Andorra, `count` points in all. */
function zigzag(count: number, lengthM: number): [number, number][] {
  const stepDeg = lengthM / (count - 1) / (111_195 * Math.cos((42.52 * Math.PI) / 180))
  let [lon, lat, turn] = [1.45, 42.45, 1]
  return Array.from({ length: count }, () => {
    const at: [number, number] = [lon, lat]
    if (lon + turn * stepDeg > 1.74 || lon + turn * stepDeg < 1.44) {
      turn = -turn
      lat += lengthM / (count - 1) / 111_195
    } else {
      lon += turn * stepDeg
      lat += 0.0000002
    }
    return at
  })
}

/** Processor time of this thread, microseconds. */
function threadUs(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}
