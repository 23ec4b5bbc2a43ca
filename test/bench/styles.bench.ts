// What styles and glyphs cost: writing the `styles` artifact of an import, and on the real server over the demo region
// the first glyph range, all ranges of Latin, Greek, Cyrillic and signs in three fonts by six clients, and a range that
// is kept; /healthz is asked all the while, for nothing of this may hold the main thread.   npm run bench -- styles

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FONT_NAMES } from '../../src/map/style/glyph-fonts.ts'
import { writeStyleArchive } from '../../src/map/style/style-archive.ts'
import { startRealServer } from '../support/real-server.ts'

const RANGES = [0, 1, 2, 3, 4, 5, 0x1e, 0x1f, 0x20, 0x21, 0x22, 0x25].map((block) => block * 256)
const CLIENTS = 6
const KEPT = 300

const folder = mkdtempSync(join(tmpdir(), 'waypost-styles-bench-'))
const parts = {
  name: 'bench',
  bbox: [1, 42, 2, 43] as [number, number, number, number],
  artifacts: [
    { name: 'basemap', version: 'b' },
    { name: 'terrain', version: 't' },
    { name: 'contours', version: 'c' },
  ],
  attributions: { map: [], heights: [] },
}
const writes: number[] = []
for (let i = 0; i < 6; i++) {
  const startedMs = performance.now()
  await writeStyleArchive(parts, join(folder, 'styles.json'))
  writes.push(performance.now() - startedMs)
}
console.log(`styles artifact: first ${writes[0].toFixed(0)} ms, then ${Math.min(...writes).toFixed(0)} ms`)
rmSync(folder, { recursive: true })

const server = await startRealServer()
try {
  const { artifacts } = (await (await fetch(`${server.api}/pmtiles/current/manifest.json`)).json()) as {
    artifacts: { styles: { glyphs: string } }
  }
  const fetchRange = async (font: string, start: number): Promise<number> => {
    const answer = await fetch(
      artifacts.styles.glyphs.replace('{fontstack}', font).replace('{range}', `${start}-${start + 255}`),
    )
    return (await answer.arrayBuffer()).byteLength
  }
  const pings: number[] = []
  let pinging = true
  const pinger = (async () => {
    while (pinging) {
      const requestedMs = performance.now()
      await (await fetch(`${server.api}/healthz`)).text()
      pings.push(performance.now() - requestedMs)
      await new Promise((resolve) => setTimeout(resolve, 4))
    }
  })()
  await new Promise((resolve) => setTimeout(resolve, 1000))
  report('healthz alone', pings.splice(0))
  const firstMs = performance.now()
  await fetchRange(FONT_NAMES[0], 0)
  console.log(`first range, with the start of the thread: ${(performance.now() - firstMs).toFixed(0)} ms`)
  const jobs = FONT_NAMES.flatMap((font) => RANGES.map((start) => [font, start] as const))
  const count = jobs.length
  const startedMs = performance.now()
  let bytes = 0
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
        const rangeBytes = await fetchRange(...job)
        bytes += rangeBytes
      }
    }),
  )
  console.log(`${count} ranges, ${(bytes / 1e6).toFixed(1)} MB: ${(performance.now() - startedMs).toFixed(0)} ms`)
  report('healthz meanwhile', pings.splice(0))
  const keptMs = performance.now()
  for (let i = 0; i < KEPT; i++) await fetchRange(FONT_NAMES[0], 0)
  console.log(`a kept range: ${((performance.now() - keptMs) / KEPT).toFixed(2)} ms`)
  pinging = false
  await pinger
} finally {
  await server.stop()
}

function report(what: string, times: number[]): void {
  const sorted = times.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1)
  console.log(`${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms of ${sorted.length}`)
}
