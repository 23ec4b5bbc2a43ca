// `npm run bench -- cost data=FOLDER [seconds=4] [lanes=2]`: processor time of the whole server, all threads, for each
// answer of each operation, and its bytes with gzip. A server on loopback with its default configuration but for
// weather and metering, asked by this process over sockets that are kept.

import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { mixedRequests } from './overload/mixed-requests.ts'
import { cpuMsOf, startServer } from './served-process.ts'

const MS_IN_HOUR = 3_600_000
/** Until code is compiled and tables are made, but no longer than that. */
const WARM_UP_ANSWERS = 500
const WARM_UP_S = 6

interface Question {
  method: string
  path: string
  body: string
}

const options = Object.fromEntries(process.argv.slice(3).map((argument) => argument.split('=') as [string, string]))
const dataDir = options.data
if (dataDir === undefined) throw new Error('no release: give data=FOLDER, a data folder with a published release')
const seconds = Number(options.seconds ?? 4)
const lanes = Number(options.lanes ?? 2)

const server = await startServer({
  DATA_DIR: dataDir,
  METERING: 'off',
  WEATHER_URL: 'off',
  TRUSTED_PROXIES: '127.0.0.1',
})
const agent = new Agent({ keepAlive: true, maxSockets: lanes })
try {
  console.log('| operation | answers | processor time, ms | KB with gzip | processor hours for a million |')
  console.log('| --- | --- | --- | --- | --- |')
  for (const [operation, questions] of await listQuestions()) await measure(operation, questions)
} finally {
  agent.destroy()
  await server.stop()
}

async function listQuestions(): Promise<Map<string, Question[]>> {
  const { release } = JSON.parse(readFileSync(`${dataDir}/live.json`, 'utf8')) as { release: string }
  const { example, artifacts } = JSON.parse(readFileSync(`${dataDir}/releases/${release}/manifest.json`, 'utf8')) as {
    example: { waypoints: [number, number][] }
    artifacts: { name: string; version: string }[]
  }
  const byOperation = new Map<string, Question[]>()
  const add = (operation: string, question: Question) =>
    byOperation.set(operation, [...(byOperation.get(operation) ?? []), question])
  for (const { operation, head, tail } of await mixedRequests(server.api, example.waypoints)) {
    const [, method, path] = /^(\S+) (\S+)/.exec(head)!
    add(operation, { method, path, body: tail.slice(2) })
  }
  const [lon, lat] = example.waypoints[0]
  for (const half of [0.01, 0.03, 0.1]) {
    const bbox = [lon - half, lat - half / 2, lon + half, lat + half / 2].map((deg) => deg.toFixed(4)).join()
    add('picture', { method: 'GET', path: `/static-map/render?bbox=${bbox}`, body: '' })
  }
  const basemap = artifacts.find(({ name }) => name === 'basemap')!
  add('range', { method: 'GET', path: `/pmtiles/${basemap.version}/basemap.pmtiles`, body: '' })
  return byOperation
}

async function measure(operation: string, questions: readonly Question[]): Promise<void> {
  await askFor(WARM_UP_S, questions, WARM_UP_ANSWERS)
  const startMs = cpuMsOf(server.pid)
  const { answers, bytes, failed } = await askFor(seconds, questions)
  const eachMs = (cpuMsOf(server.pid) - startMs) / answers
  const hours = (eachMs * 1e6) / MS_IN_HOUR
  const wrong = failed.size === 0 ? '' : ` (of them ${JSON.stringify(Object.fromEntries(failed))})`
  console.log(
    `| ${operation} | ${answers}${wrong} | ${eachMs.toFixed(2)} | ${(bytes / answers / 1000).toFixed(1)} | ${hours.toFixed(2)} |`,
  )
}

async function askFor(periodS: number, questions: readonly Question[], maxAnswers = Infinity) {
  const endMs = performance.now() + periodS * 1000
  const sum = { answers: 0, bytes: 0, failed: new Map<number, number>() }
  let next = 0
  const ask = async (): Promise<void> => {
    while (performance.now() < endMs && sum.answers < maxAnswers) {
      const { status, bytes } = await answerTo(questions[next++ % questions.length])
      sum.answers++
      sum.bytes += bytes
      if (status >= 300) sum.failed.set(status, (sum.failed.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: lanes }, ask))
  return sum
}

function answerTo({ method, path, body }: Question): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const headers = {
      'accept-encoding': 'gzip',
      'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}`,
      ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...(path.endsWith('.pmtiles') ? { range: 'bytes=0-16383' } : {}),
    }
    request(`${server.api}${path}`, { method, agent, headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () => resolve({ status: response.statusCode!, bytes }))
    })
      .on('error', reject)
      .end(body)
  })
}

function byte(): number {
  return Math.floor(Math.random() * 256)
}
