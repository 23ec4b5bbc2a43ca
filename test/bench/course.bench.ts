// Cleaning, simplifying and profiling a 50,000-point file over HTTP, body included, beside gpsbabel (Debian) doing the
// nearest equivalent, process start included. Both in one run, in turns; the ratio is what counts. Also: budget mode, a
// profile of
// 5,000 points, the longest stall of the server while a heavy file is read, and memory. Without gpsbabel its rows are
// left out.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { postFile } from './course/post-file.ts'

const POINTS = 50_000
const WARM_UPS = 4
const RUNS = 7
/** Runs of a row are fewer where one takes the peer seconds. */
const LONG_RUNS = 2

/** A walk of one-second steps, seeded, with heights. */
function walk(count: number): [lon: number, lat: number, heightM: number][] {
  let state = 42
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32
  let lon = 7,
    lat = 46,
    heading = 0,
    turn = 0
  return Array.from({ length: count }, (_, i) => {
    turn = turn * 0.95 + (random() - 0.5) * 0.15
    heading += turn
    lon += Math.cos(heading) * 2e-5
    lat += Math.sin(heading) * 1.4e-5
    return [lon, lat, 1000 + 300 * Math.sin(i / 3000) + random()]
  })
}

const line = walk(POINTS)
const gpx = `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="bench" xmlns="http://www.topografix.com/GPX/1/1">\n<trk><trkseg>\n${line.map(([lon, lat, height]) => `<trkpt lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}"><ele>${height.toFixed(1)}</ele></trkpt>`).join('\n')}\n</trkseg></trk>\n</gpx>\n`
const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'))
const file = join(folder, 'in.gpx')
writeFileSync(file, gpx)

// the server in a process of its own, so that this client's work does not count
const server = spawn(process.execPath, [join(import.meta.dirname, 'course/served.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
const api = (await lines.next()).value as string
async function watched(): Promise<{ stallMs: number; peakBytes: number; rssBytes: number }> {
  server.kill('SIGUSR2')
  return JSON.parse((await lines.next()).value as string)
}

const hasPeer = spawnSync('gpsbabel', ['-V']).status === 0
function peer(...filters: string[]): number {
  const start = performance.now()
  execFileSync('gpsbabel', ['-i', 'gpx', '-f', file, ...filters, '-o', 'gpx', '-F', join(folder, 'out.gpx')])
  return performance.now() - start
}

/** Milliseconds; the body is made before. */
const post = (path: string, body: unknown): Promise<number> =>
  postFile(`${api}${path}`, Buffer.from(JSON.stringify(body)))
const best = (times: number[]): number => Math.min(...times)
const mean = (times: number[]): number => times.reduce((a, b) => a + b, 0) / times.length
const cell = (times: number[]): string => `${best(times).toFixed(0)} / ${mean(times).toFixed(0)} ms`

try {
  console.log(
    `${POINTS} points, ${(gpx.length / 1048576).toFixed(1)} MB; answers not compressed; ${RUNS} runs after ${WARM_UPS} warm-ups (${LONG_RUNS} where the peer takes seconds); best / mean\n`,
  )
  console.log(`| operation | Waypost over HTTP | gpsbabel | ratio of means |\n|---|---|---|---|`)
  const cases: [string, string, Record<string, unknown>, string[] | null][] = [
    ['clean', '/v1/gpx/clean', { gpx }, ['-x', 'duplicate,location']],
    [
      'simplify, 10 m',
      '/v1/gpx/simplify',
      { gpx, tolerance_m: 10, keep_climb: false },
      ['-x', 'simplify,error=0.01k,crosstrack'],
    ],
    ['simplify, 10 m, climb kept', '/v1/gpx/simplify', { gpx, tolerance_m: 10 }, null],
    [
      'simplify to 1,000 points',
      '/v1/gpx/simplify',
      { gpx, max_points: 1000 },
      ['-x', 'simplify,count=1000,crosstrack'],
    ],
    ['simplify to 100 points', '/v1/gpx/simplify', { gpx, max_points: 100 }, ['-x', 'simplify,count=100,crosstrack']],
  ]
  for (const [name, path, body, filter] of cases) {
    const ours: number[] = []
    const theirs: number[] = []
    for (let run = 0; run < WARM_UPS; run++) await post(path, body)
    for (let run = 0; run < RUNS; run++) {
      ours.push(await post(path, body))
      if (hasPeer && filter !== null && (run < LONG_RUNS || theirs[0] < 1000)) theirs.push(peer(...filter))
    }
    const compared = hasPeer && filter !== null
    console.log(
      `| ${name} | ${cell(ours)} | ${compared ? cell(theirs) : '-'} | ${compared ? (mean(theirs) / mean(ours)).toFixed(1) : '-'} |`,
    )
  }
  const profile: number[] = []
  const geometry = { type: 'LineString', coordinates: line.slice(0, 5000).map(([lon, lat]) => [lon, lat]) }
  for (let run = 0; run <= 20; run++) {
    const ms = await post('/v1/elevation-profile', { geometry })
    if (run > 0) profile.push(ms)
  }
  console.log(`| profile of 5,000 points | ${cell(profile)} | - | - |`)

  // stalls and memory of the server, its thread warm
  const before = await watched()
  for (let i = 0; i < 5; i++) await post('/v1/gpx/simplify', { gpx, max_points: 300 })
  const after = await watched()
  console.log(
    `\nwhile 50,000 points are thinned the server's main thread stalls ${after.stallMs.toFixed(0)} ms at most`,
  )
  console.log(
    `memory: at most ${((after.peakBytes - before.rssBytes) / 1048576).toFixed(0)} MB above ${(before.rssBytes / 1048576).toFixed(0)} MB, ${((after.peakBytes - before.rssBytes) / gpx.length).toFixed(1)} times the body`,
  )
} finally {
  server.kill()
  rmSync(folder, { recursive: true, force: true })
}
