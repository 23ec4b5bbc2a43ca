// Memory and stalls of a server that cleans and thins a file of 50,000 points and nearly 5 MB: one server of its own per operation,
// started as `npm start` does, warmed by small files, then the large one once and four times more. Told are the highest
// resident memory above what it held when warm, in times the body, and the longest stall of its main thread.
// Everything counts: body, text, thread, answer, compiled code, and garbage not yet collected.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const POINTS = 50_000
const MORE = 4

/** A walk of one-second steps with heights, as GPX. */
function gpxOf(count: number): string {
  let text = '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="bench" xmlns="http://www.topografix.com/GPX/1/1">\n<trk><trkseg>\n'
  for (let i = 0; i < count; i++) text += `<trkpt lat="${(46 + 0.02 * Math.sin(i / 900) + 1e-5 * Math.sin(i * 7)).toFixed(7)}" lon="${(7 + i * 1e-5).toFixed(7)}"><ele>${(1000 + 300 * Math.sin(i / 3000)).toFixed(1)}</ele><time>2024-05-01T10:00:00Z</time></trkpt>\n`
  return `${text}</trkseg></trk>\n</gpx>\n`
}

const CASES: [string, string, Record<string, unknown>][] = [
  ['clean', '/v1/gpx/clean', {}],
  ['simplify, 10 m', '/v1/gpx/simplify', { tolerance_m: 10 }],
  ['simplify to 1,000 points', '/v1/gpx/simplify', { max_points: 1000 }],
]
const large = gpxOf(POINTS)
const small = gpxOf(200)
console.log(`${POINTS} points, ${(large.length / 1048576).toFixed(1)} MB\n\n| operation | first file | after ${MORE} more | after a pause, ${MORE} more | longest stall |\n|---|---|---|---|---|`)
for (const [name, path, settings] of CASES) {
  const server = spawn(process.execPath, ['--max-semi-space-size=4', '--no-parallel-scavenge', join(import.meta.dirname, 'course/served.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
    const api = (await lines.next()).value as string
    const watched = async (): Promise<{ stallMs: number; peakBytes: number; rssBytes: number }> => {
      server.kill('SIGUSR2')
      return JSON.parse((await lines.next()).value as string)
    }
    const post = async (gpx: string): Promise<void> => {
      const response = await fetch(`${api}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ gpx, ...settings, ...(gpx === small && 'max_points' in settings ? { max_points: 50 } : {}) }) })
      const text = await response.text()
      if (response.status !== 200) throw new Error(text.slice(0, 200))
    }
    for (let i = 0; i < 30; i++) await post(small)
    const { rssBytes } = await watched()
    await post(large)
    const first = await watched()
    for (let i = 0; i < MORE; i++) await post(large)
    const more = await watched()
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const again = await watched()
    for (let i = 0; i < MORE; i++) await post(large)
    const last = await watched()
    const times = (peakBytes: number, overBytes: number): string => `${((peakBytes - overBytes) / 1048576).toFixed(0)} MB, ${((peakBytes - overBytes) / large.length).toFixed(1)} x`
    console.log(`| ${name} | ${times(first.peakBytes, rssBytes)} | ${times(more.peakBytes, rssBytes)} | ${times(last.peakBytes, again.rssBytes)} | ${Math.max(first.stallMs, more.stallMs, last.stallMs).toFixed(0)} ms |
`.trimEnd())
  } finally {
    server.kill()
  }
}
