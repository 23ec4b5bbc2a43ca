// Memory and stalls of a server that reads a file of 50,000 points and nearly 5 MB: for each row and column a server of
// its own, started as `npm start` does, warmed by small files; then the large one once, five in a row, or five at once.
// Told are the highest resident memory above what it held when warm, in times the body (at once: the five bodies
// together), the longest stall and turn (in processor time) of its main thread, and the slowest `/healthz` while it
// works, asked by a process of its own. `npm run bench -- course-memory [NAME]`.
// Everything counts: body, text, thread, answer, compiled code, and garbage not yet collected.

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { postFile } from './course/post-file.ts'

const POINTS = 50_000
const ROW = 5

/** A walk of one-second steps with heights, as GPX. */
function gpxOf(count: number): string {
  let text =
    '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="bench" xmlns="http://www.topografix.com/GPX/1/1">\n<trk><trkseg>\n'
  for (let i = 0; i < count; i++)
    text += `<trkpt lat="${(46 + 0.02 * Math.sin(i / 900) + 1e-5 * Math.sin(i * 7)).toFixed(7)}" lon="${(7 + i * 1e-5).toFixed(7)}"><ele>${(1000 + 300 * Math.sin(i / 3000)).toFixed(1)}</ele><time>2024-05-01T10:00:00Z</time></trkpt>\n`
  return `${text}</trkseg></trk>\n</gpx>\n`
}

interface Case {
  name: string
  path: string
  body: (gpx: string) => unknown
}
const clean = 'query ($gpx: String!) { cleanGpx(input: { gpx: $gpx }) { report { pointsAfter } gpx } }'
const thin = 'query ($gpx: String!) { simplifyGpx(input: { line: { gpx: $gpx } }) { result { pointCount } gpx } }'
const CASES: Case[] = [
  { name: 'clean', path: '/v1/gpx/clean', body: (gpx) => ({ gpx }) },
  { name: 'simplify, 10 m', path: '/v1/gpx/simplify', body: (gpx) => ({ gpx, tolerance_m: 10 }) },
  {
    name: 'simplify to 1,000 points',
    path: '/v1/gpx/simplify',
    body: (gpx) => ({ gpx, max_points: gpx === small ? 50 : 1000 }),
  },
  { name: 'clean through GraphQL', path: '/graphql', body: (gpx) => ({ query: clean, variables: { gpx } }) },
  { name: 'simplify, 10 m, through GraphQL', path: '/graphql', body: (gpx) => ({ query: thin, variables: { gpx } }) },
  {
    name: 'profile of 5,000 points, 0.9 MB',
    path: '/v1/elevation-profile',
    body: (gpx) => ({ gpx: gpx === small ? small : shorter }),
  },
  {
    name: 'pace plan of 5,000 points, 0.9 MB',
    path: '/v1/pace-plan',
    body: (gpx) => ({ gpx: gpx === small ? small : shorter, target_time: '5:00:00' }),
  },
]
const large = gpxOf(POINTS)
/** With an extension per point, as devices write them: near the 1 MB that these operations take. */
const shorter = gpxOf(5000).replaceAll(
  '</time>',
  '</time><extensions><a:hr xmlns:a="urn:a">120</a:hr><a:cad xmlns:a="urn:a">80</a:cad></extensions>',
)
const small = gpxOf(200)
const only = process.argv[3]
console.log(
  `${POINTS} points, ${(large.length / 1048576).toFixed(1)} MB\n\n| operation | one file, cold | ${ROW} in a row, cold | ${ROW} at once, cold | longest stall | longest turn, processor time | slowest \`/healthz\` |\n|---|---|---|---|---|---|---|`,
)
for (const { name, path, body } of CASES) {
  if (only !== undefined && !name.includes(only)) continue
  const times = async (
    count: number,
    atOnce: boolean,
  ): Promise<{ text: string; stallMs: number; turnMs: number; healthMs: number }> => {
    const server = spawn(process.execPath, [join(import.meta.dirname, 'course/served.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let health: ChildProcess | null = null
    try {
      const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
      const api = (await lines.next()).value as string
      const watched = async (): Promise<{ stallMs: number; turnMs: number; peakBytes: number; rssBytes: number }> => {
        server.kill('SIGUSR2')
        return JSON.parse((await lines.next()).value as string)
      }
      const sent = { small: Buffer.from(JSON.stringify(body(small))), large: Buffer.from(JSON.stringify(body(large))) }
      const post = (which: 'small' | 'large') => postFile(`${api}${path}`, sent[which])
      for (let i = 0; i < 30; i++) await post('small')
      health = fork(join(import.meta.dirname, 'course/ask-health.ts'), [api])
      const slowestMs = async (): Promise<number> => {
        health!.send('')
        return (await once(health!, 'message'))[0]
      }
      await new Promise((resolve) => setTimeout(resolve, 500))
      await slowestMs()
      const { rssBytes } = await watched()
      if (atOnce) await Promise.all(Array.from({ length: count }, () => post('large')))
      else for (let i = 0; i < count; i++) await post('large')
      const { peakBytes, stallMs, turnMs } = await watched()
      const healthMs = await slowestMs()
      const size = name.includes('0.9 MB') ? shorter.length : large.length
      const per = atOnce ? count * size : size
      return {
        text: `${((peakBytes - rssBytes) / 1048576).toFixed(0)} MB, ${((peakBytes - rssBytes) / per).toFixed(1)} x`,
        stallMs,
        turnMs,
        healthMs,
      }
    } finally {
      health?.kill()
      server.kill()
    }
  }
  const runs = [await times(1, false), await times(ROW, false), await times(ROW, true)]
  console.log(
    `| ${name} | ${runs.map((run) => run.text).join(' | ')} | ${Math.max(...runs.map((run) => run.stallMs)).toFixed(0)} ms | ${Math.max(...runs.map((run) => run.turnMs)).toFixed(0)} ms | ${Math.max(...runs.map((run) => run.healthMs)).toFixed(0)} ms |`,
  )
}
