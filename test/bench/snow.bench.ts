// 512 snow points over HTTP, evidence included, no forecast provider: a published 60 m raster of 5,490 x 5,490 pixels
// in UTM over Andorra, in one strip, the least favourable layout, with the heights of Andorra's real terrain
// (`--fake-terrain`: of a function). The client has a thread of its own.
// Latency as the client sees it; processor time of the server's thread per answer, which other work on the machine does
// not stretch; the raster and the heights alone.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { writeArrayBuffer } from 'geotiff'
import { publishSnow } from '../../src/import/import-snow.ts'
import type { Services } from '../../src/services.ts'
import { openTerrain } from '../../src/terrain/open-terrain.ts'
import { openSnowStore } from '../../src/weather/snow/snow-store.ts'
import { NOW_MS, startFakeApp } from '../support/fake-services.ts'
import { DATA_DIR, importRegion } from './routing/region.ts'

const SIDE = 5490
const RUNS = 100
const WARM = 40

/** 512 points some 50 m apart within Andorra, from another start each time. */
const line = (run: number): [number, number][] =>
  Array.from({ length: 512 }, (_, i) => [
    1.42 + (run % 9) * 0.005 + i * 0.0006,
    42.45 + ((run * 37) % 60) * 0.003 + Math.sin(i / 40) * 0.01,
  ])

function row(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b)
  console.log(
    `| ${name} | ${sorted[0].toFixed(1)} | ${sorted[Math.floor(sorted.length * 0.5)].toFixed(1)} | ${sorted[Math.floor(sorted.length * 0.95)].toFixed(1)} |`,
  )
}

if (isMainThread) await serve()
else await ask()

async function serve(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'))
  try {
    const values = new Uint8Array(SIDE * SIDE)
    for (let i = 0; i < values.length; i++) values[i] = (i * 7919) % 101
    const path = join(folder, 'GFSC.tif')
    writeFileSync(
      path,
      Buffer.from(
        writeArrayBuffer(
          values as unknown as number[],
          {
            width: SIDE,
            height: SIDE,
            BitsPerSample: [8],
            SampleFormat: [1],
            SamplesPerPixel: 1,
            GTModelTypeGeoKey: 1,
            ProjectedCSTypeGeoKey: 32631,
            GTRasterTypeGeoKey: 1,
            ModelPixelScale: [60, 60, 0],
            ModelTiepoint: [0, 0, 0, 300_000, 4_800_000, 0],
          } as unknown as Parameters<typeof writeArrayBuffer>[1],
        ) as ArrayBuffer,
      ),
    )
    const started = performance.now()
    await publishSnow(
      { path, product: 'gfsc', observedMs: NOW_MS - 86_400_000, agesPath: null, attribution: null, dataDir: folder },
      NOW_MS,
    )
    console.log(`publish ${SIDE} x ${SIDE} pixels, all of them read: ${(performance.now() - started).toFixed(0)} ms`)
    const store = openSnowStore(folder)
    const app = await startFakeApp({ snow: store, metering: false })
    const terrain = process.argv.includes('--fake-terrain')
      ? null
      : await openTerrain(join(DATA_DIR, 'releases', importRegion().releaseId, 'terrain.pmtiles'))
    if (terrain !== null)
      (app.services as { terrain: Services['terrain'] }).terrain = {
        sample: async (_, points, z) => ({ release: 't1', ...(await terrain.sample(points, z)) }),
      }
    console.log(
      `heights: ${terrain === null ? 'a function' : 'the real terrain of Andorra'}\n\n| | best ms | p50 ms | p95 ms |\n|---|---|---|---|`,
    )
    for (const same of [false, true]) {
      const client = new Worker(new URL(import.meta.url), { workerData: { url: app.api, same } })
      let cpuUs = 0
      const times = await new Promise<number[]>((resolve, reject) => {
        client.on('message', (message: number[] | 'warm') => {
          if (message === 'warm') cpuUs = threadUs()
          else resolve(message)
        })
        client.on('error', reject)
      })
      const perAnswerMs = (threadUs() - cpuUs) / 1000 / RUNS
      if (!same) console.log(`| the first answer of the process | ${times[0].toFixed(1)} | | |`)
      row(same ? 'the same line' : 'each line new', times.slice(1))
      console.log(`| processor time of the server's thread for one of them | | ${perAnswerMs.toFixed(1)} | |`)
    }
    const alone: number[] = []
    const heights: number[] = []
    for (let run = 1; run <= RUNS; run++) {
      const points = line(run)
      let start = performance.now()
      await store.observe(points)
      alone.push(performance.now() - start)
      start = performance.now()
      await app.services.terrain.sample('current', points, null)
      heights.push(performance.now() - start)
    }
    row('of it the raster', alone)
    row('of it the heights', heights)
    await app.close()
    await store.close()
    await terrain?.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Processor time of this thread, microseconds. */
function threadUs(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

async function ask(): Promise<void> {
  const { url, same } = workerData as { url: string; same: boolean }
  const times: number[] = []
  for (let run = 0; run <= WARM + RUNS; run++) {
    const query = line(same ? 5 : run)
      .map(([lon, lat]) => `${lat.toFixed(5)},${lon.toFixed(5)}`)
      .join('%7C')
    if (run === WARM + 1) parentPort!.postMessage('warm')
    const start = performance.now()
    const response = await fetch(`${url}/tiles/v1/snow/route-forecast?evidence=1&points=${query}`)
    const text = await response.text()
    if (run === 0 || run > WARM) times.push(performance.now() - start)
    const body = JSON.parse(text) as { points: { class: string; elevation_m: number | null }[] }
    if (
      response.status !== 200 ||
      body.points.length !== 512 ||
      !body.points.some((point) => point.class === 'clear') ||
      !body.points.some((point) => point.elevation_m !== null)
    )
      throw new Error('the answer is not what was asked for')
  }
  parentPort!.postMessage(times)
}
