// 512 snow points over HTTP: a published 60 m raster of 5,490 x 5,490 pixels in UTM, evidence included, no forecast provider.
// The file is one strip, the least favourable layout. First answer (the strip read from the disk) and warm ones, each over a line of its own; then the raster alone, without HTTP.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeArrayBuffer } from 'geotiff'
import { publishSnow } from '../../src/import/import-snow.ts'
import { openSnowStore } from '../../src/weather/snow-store.ts'
import { NOW_MS, startFakeApp } from '../support/fake-services.ts'

const SIDE = 5490
const RUNS = 60

const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'))
try {
  const values = new Uint8Array(SIDE * SIDE)
  for (let i = 0; i < values.length; i++) values[i] = (i * 7919) % 101
  const path = join(folder, 'GFSC.tif')
  writeFileSync(path, Buffer.from(writeArrayBuffer(values as unknown as number[], {
    width: SIDE, height: SIDE, BitsPerSample: [8], SampleFormat: [1], SamplesPerPixel: 1,
    GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 32631, GTRasterTypeGeoKey: 1, ModelPixelScale: [60, 60, 0], ModelTiepoint: [0, 0, 0, 300_000, 4_800_000, 0],
  } as unknown as Parameters<typeof writeArrayBuffer>[1]) as ArrayBuffer))
  const started = performance.now()
  await publishSnow({ path, product: 'gfsc', observedMs: NOW_MS - 86_400_000, agesPath: null, attribution: null, dataDir: folder }, NOW_MS)
  console.log(`publish ${SIDE} x ${SIDE} pixels, all of them read: ${(performance.now() - started).toFixed(0)} ms`)

  const store = openSnowStore(folder)
  const app = await startFakeApp({ snow: store, metering: false })
  /** 512 points 60 m apart, from another start each time. */
  const line = (run: number): [number, number][] => Array.from({ length: 512 }, (_, i) => [1.2 + run * 0.01 + i * 0.0006, 41.8 + ((run * 37) % 60) * 0.01 + Math.sin(i / 40) * 0.02])
  const ask = async (run: number): Promise<number> => {
    const start = performance.now()
    const response = await fetch(`${app.api}/tiles/v1/snow/route-forecast?evidence=1&points=${line(run).map(([lon, lat]) => `${lat.toFixed(5)},${lon.toFixed(5)}`).join('%7C')}`)
    const body = await response.json() as { points: { class: string }[] }
    if (response.status !== 200 || body.points.length !== 512 || !body.points.some((point) => point.class === 'clear')) throw new Error('the answer is not what was asked for')
    return performance.now() - start
  }
  const row = (name: string, times: number[]) => {
    const sorted = times.toSorted((a, b) => a - b)
    console.log(`${name}: p50 ${sorted[Math.floor(sorted.length * 0.5)].toFixed(1)} ms, p95 ${sorted[Math.floor(sorted.length * 0.95)].toFixed(1)} ms, worst ${sorted.at(-1)!.toFixed(1)} ms`)
  }
  console.log(`first answer of the process: ${(await ask(0)).toFixed(1)} ms`)
  const cold: number[] = []
  for (let run = 1; run <= RUNS; run++) cold.push(await ask(run))
  row('512 points over HTTP, each line new', cold)
  const warm: number[] = []
  for (let run = 1; run <= RUNS; run++) warm.push(await ask(5))
  row('512 points over HTTP, the same line', warm)
  const alone: number[] = []
  for (let run = 1; run <= RUNS; run++) {
    const start = performance.now()
    await store.observe(line(run))
    alone.push(performance.now() - start)
  }
  row('512 points of the raster alone', alone)
  await app.close()
  await store.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
