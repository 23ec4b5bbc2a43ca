// Memory and stalls of a server that reads a file of 50,000 points and nearly 5 MB: for each row and column a server of its own,
// started as `npm start` does, warmed by small files; then the large one once, five in a row, or five at once. Told are the
// highest resident memory above what it held when warm, in times the body (at once: the five bodies together), the longest
// stall of its main thread, and the slowest `/healthz` while it works. `npm run bench -- course-memory [NAME]`.
// Everything counts: body, text, thread, answer, compiled code, and garbage not yet collected.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const POINTS = 50_000
const ROW = 5

/** A walk of one-second steps with heights, as GPX. */
function gpxOf(count: number): string {
  let text = '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="bench" xmlns="http://www.topografix.com/GPX/1/1">\n<trk><trkseg>\n'
  for (let i = 0; i < count; i++) text += `<trkpt lat="${(46 + 0.02 * Math.sin(i / 900) + 1e-5 * Math.sin(i * 7)).toFixed(7)}" lon="${(7 + i * 1e-5).toFixed(7)}"><ele>${(1000 + 300 * Math.sin(i / 3000)).toFixed(1)}</ele><time>2024-05-01T10:00:00Z</time></trkpt>\n`
  return `${text}</trkseg></trk>\n</gpx>\n`
}

interface Case {
  name: string
  path: string
  body: (gpx: string) => unknown
}
const clean = 'query ($gpx: String!) { cleanGpx(input: { gpx: $gpx }) { report { pointsAfter } gpx } }'
const thin = 'query ($gpx: String!) { simplifyGpx(input: { line: { gpx: $gpx } }) { result { points } gpx } }'
const CASES: Case[] = [
  { name: 'clean', path: '/v1/gpx/clean', body: (gpx) => ({ gpx }) },
  { name: 'simplify, 10 m', path: '/v1/gpx/simplify', body: (gpx) => ({ gpx, tolerance_m: 10 }) },
  { name: 'simplify to 1,000 points', path: '/v1/gpx/simplify', body: (gpx) => ({ gpx, max_points: gpx === small ? 50 : 1000 }) },
  { name: 'clean through GraphQL', path: '/graphql', body: (gpx) => ({ query: clean, variables: { gpx } }) },
  { name: 'simplify, 10 m, through GraphQL', path: '/graphql', body: (gpx) => ({ query: thin, variables: { gpx } }) },
  { name: 'profile of 5,000 points, 0.9 MB', path: '/v1/elevation-profile', body: (gpx) => ({ gpx: gpx === small ? small : shorter }) },
  { name: 'pace plan of 5,000 points, 0.9 MB', path: '/v1/pace-plan', body: (gpx) => ({ gpx: gpx === small ? small : shorter, target_time: '5:00:00' }) },
]
const large = gpxOf(POINTS)
/** With an extension per point, as devices write them: near the 1 MB that these operations take. */
const shorter = gpxOf(5000).replaceAll('</time>', '</time><extensions><a:hr xmlns:a="urn:a">120</a:hr><a:cad xmlns:a="urn:a">80</a:cad></extensions>')
const small = gpxOf(200)
const only = process.argv[3]
console.log(`${POINTS} points, ${(large.length / 1048576).toFixed(1)} MB\n\n| operation | one file, cold | ${ROW} in a row, cold | ${ROW} at once, cold | longest stall | slowest \`/healthz\` |\n|---|---|---|---|---|---|`)
for (const { name, path, body } of CASES) {
  if (only !== undefined && !name.includes(only)) continue
  const times = async (count: number, atOnce: boolean): Promise<{ text: string; stallMs: number; healthMs: number }> => {
    const server = spawn(process.execPath, ['--max-semi-space-size=4', '--no-parallel-scavenge', join(import.meta.dirname, 'course/served.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
      const api = (await lines.next()).value as string
      const watched = async (): Promise<{ stallMs: number; peakBytes: number; rssBytes: number }> => {
        server.kill('SIGUSR2')
        return JSON.parse((await lines.next()).value as string)
      }
      const sent = { small: JSON.stringify(body(small)), large: JSON.stringify(body(large)) }
      const post = async (which: 'small' | 'large'): Promise<void> => {
        const response = await fetch(`${api}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent[which] })
        let head = ''
        for await (const part of response.body!) if (head === '') head = Buffer.from(part).toString('latin1', 0, 200)
        if (response.status !== 200 || head.includes('"errors"')) throw new Error(head)
      }
      for (let i = 0; i < 30; i++) await post('small')
      const { rssBytes } = await watched()
      let healthMs = 0
      let done = false
      const health = (async () => {
        while (!done) {
          const start = performance.now()
          await (await fetch(`${api}/healthz`)).text()
          healthMs = Math.max(healthMs, performance.now() - start)
          await new Promise((resolve) => setTimeout(resolve, 3))
        }
      })()
      if (atOnce) await Promise.all(Array.from({ length: count }, () => post('large')))
      else for (let i = 0; i < count; i++) await post('large')
      const { peakBytes, stallMs } = await watched()
      done = true
      await health
      const size = name.includes('0.9 MB') ? shorter.length : large.length
      const per = atOnce ? count * size : size
      return { text: `${((peakBytes - rssBytes) / 1048576).toFixed(0)} MB, ${((peakBytes - rssBytes) / per).toFixed(1)} x`, stallMs, healthMs }
    } finally {
      server.kill()
    }
  }
  const runs = [await times(1, false), await times(ROW, false), await times(ROW, true)]
  console.log(`| ${name} | ${runs.map((run) => run.text).join(' | ')} | ${Math.max(...runs.map((run) => run.stallMs)).toFixed(0)} ms | ${Math.max(...runs.map((run) => run.healthMs)).toFixed(0)} ms |`)
}
