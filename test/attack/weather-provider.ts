// A weather provider in a thread of its own: it answers well, or, by the latitude requested, as no provider should.

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { DAY_MS } from '../../src/durations.ts'

/** Whole degrees, far from any region that is attacked. */
export const PROVIDER_FAULTS = {
  brackets: -60,
  lists: -61,
  'no calendar': -62,
  columns: -63,
  'no end': -64,
  slow: -65,
} as const
/** Where it answers well: all models that are asked about Europe. */
export const SOUND_LATITUDE = 47

/** Its address, and what ends it. */
export async function startWeatherProvider(): Promise<{ url: string; end(): Promise<unknown> }> {
  const worker = new Worker(new URL(import.meta.url))
  const url = await new Promise<string>((resolve, reject) => worker.once('message', resolve).once('error', reject))
  return { url, end: () => worker.terminate() }
}

if (!isMainThread && process.argv[1] !== undefined) provide()

function provide(): void {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://x')
    if (!pathname.startsWith('/v1/')) return response.writeHead(404).end()
    const latitude = Math.trunc(Number(searchParams.get('latitude')?.split(',')[0]))
    response.writeHead(200, { 'content-type': 'application/json' })
    if (latitude === PROVIDER_FAULTS['no end']) return sendWithoutEnd(response)
    if (latitude === PROVIDER_FAULTS.slow) return sendSlowly(response)
    return response.end(answerOf(latitude, searchParams))
  })
  server.listen(0, '127.0.0.1', () =>
    parentPort!.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  )
}

function answerOf(latitude: number, requested: URLSearchParams): string {
  if (latitude === PROVIDER_FAULTS.brackets) return '['.repeat(60_000)
  if (latitude === PROVIDER_FAULTS.lists) return `[${'[],'.repeat(100_000)}[]]`
  const startS = latitude === PROVIDER_FAULTS['no calendar'] ? 8.64e12 - 432 * 3600 : undefined
  return forecastOf(requested, startS, latitude === PROVIDER_FAULTS.columns ? 5000 : 0)
}

const made = new Map<string, string>()

/** The columns asked, for every place and model asked; of an ensemble 51 members. */
function forecastOf(requested: URLSearchParams, startS: number | undefined, moreColumns: number): string {
  const list = (name: string) => requested.get(name)?.split(',') ?? []
  const key = `${requested.get('hourly')} ${requested.get('models')} ${startS} ${moreColumns}`
  let place = made.get(key)
  if (place === undefined) {
    const hours = 24 * (1 + Number(requested.get('forecast_days')))
    const fromS = startS ?? (Math.floor(Date.now() / DAY_MS) - 1) * (DAY_MS / 1000)
    const values = Array.from({ length: hours }, (_, hour) => Math.round(100 + 90 * Math.sin(hour / 9)) / 10)
    const models = list('models')
    const members = models.some((model) => model.includes('ensemble')) ? 51 : 1
    const hourly: Record<string, number[]> = { time: values.map((_, hour) => fromS + hour * 3600) }
    for (const name of list('hourly'))
      for (const model of models)
        for (let member = 0; member < members; member++)
          hourly[`${name}${member === 0 ? '' : `_member${String(member).padStart(2, '0')}`}_${model}`] = values
    for (let n = 0; n < moreColumns; n++) hourly[`precipitation_member${n}`] = [1]
    place = JSON.stringify({
      latitude: 1,
      longitude: 1,
      elevation: 900,
      utc_offset_seconds: 0,
      timezone: 'UTC',
      hourly,
    })
    made.set(key, place)
  }
  return `[${Array(list('latitude').length).fill(place).join()}]`
}

function sendWithoutEnd(response: ServerResponse): void {
  const part = '[0,0,0,0,0,0,0,0],'.repeat(4096)
  const more = (): void => {
    while (!response.destroyed && response.write(part));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

function sendSlowly(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 500)
  response.once('close', () => clearInterval(timer))
}
