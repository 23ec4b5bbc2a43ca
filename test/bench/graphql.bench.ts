// What our GraphQL handler adds, by the processor time of the servers, in turn: a small query beside bare graphql-js
// with a cache of documents (our schema, our stores, nothing else), without sockets (graphql/in-process.ts) and over
// HTTP (graphql/bare-server.ts); a search with links beside the REST calls that it replaces; the whole route of the
// explorer and a profile of 5,000 points beside REST, in bytes too. Metering is on, with a key whose rate is open.
// Medians of the rounds. `npm run bench -- graphql [rounds=9] [metering=on] [only=small|links|route|profile]`

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runKeysCommand } from '../../src/keys/keys-command.ts'
import { type Question, type Served, ask, cpuMsOf, endConnections, startProcess } from './served-process.ts'
import { DATA_DIR, importRegion, ROOT } from './routing/region.ts'
import {
  COLUMNS,
  FIRST,
  LINKED,
  NEARBY_M,
  PEAKS,
  POINT,
  POINTS,
  PROFILE,
  PROFILE_REST,
  ROUTE,
  ROUTE_REST,
  ROWS,
  SEARCH,
} from './graphql/questions.ts'

const option = (name: string, preset: string): string =>
  process.argv.find((word) => word.startsWith(`${name}=`))?.split('=')[1] ?? preset
const rounds = Number(option('rounds', '9'))
const metering = option('metering', 'on')
const WARM_UP_ROUNDS = 2
/** One side of a comparison. */
interface Side {
  name: string
  /** milliseconds of processor time for all that is asked, once */
  measure(times: number): Promise<number>
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]

/** Questions that a server is asked one after the other. */
function asking(name: string, server: Served, questions: readonly Question[]): Side {
  return {
    name,
    async measure(times) {
      const before = cpuMsOf(server.pid)
      for (let i = 0; i < times; i++)
        for (const question of questions) await ask(server, question, { 'x-api-key': key })
      return (cpuMsOf(server.pid) - before) / times
    },
  }
}

/** A query to the handler, or to bare graphql-js, without sockets. */
async function inProcess(name: string, which: 'door' | 'bare', { body }: Question): Promise<Side & { stop(): void }> {
  const program = fork(join(ROOT, 'test/bench/graphql/in-process.ts'), [which, metering], {})
  await once(program, 'message')
  return {
    name,
    async measure(times) {
      program.send({ body: JSON.stringify(body), times })
      return ((await once(program, 'message')) as [number])[0]
    },
    stop: () => program.disconnect(),
  }
}

async function compare(title: string, ours: Side, theirs: Side, times: number, most: number): Promise<void> {
  const taken: Record<'ours' | 'theirs', number[]> = { ours: [], theirs: [] }
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++)
    // the order changes, so that what drifts falls on both
    for (const which of round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const)) {
      const ms = await (which === 'ours' ? ours : theirs).measure(times)
      if (round >= 0) taken[which].push(ms)
    }
  const ratios = taken.ours.map((ms, i) => ms / taken.theirs[i])
  console.log(
    `${title}: ${ours.name} ${median(taken.ours).toFixed(3)} ms, ${theirs.name} ${median(taken.theirs).toFixed(3)} ms: ${median(ratios).toFixed(2)} times (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}; asked for: at most ${most})`,
  )
}

importRegion()
const folder = mkdtempSync(join(tmpdir(), 'waypost-graphql-'))
for (const entry of ['releases', 'live.json']) symlinkSync(resolve(DATA_DIR, entry), join(folder, entry))
const words = 'create --json --project bench --plan business --credits 1000000000 --rate off --data'.split(' ')
const { key } = JSON.parse(await runKeysCommand([...words, folder], {})) as { key: string }
const server = await startProcess([join(ROOT, 'src/main.ts')], {
  DATABASE_URL: '',
  DATA_DIR: folder,
  API_PORT: '0',
  SITE_PORT: '0',
  OPS_PORT: '0',
  WORKERS: '1',
  METERING: metering,
  CPU_BUDGET: 'off',
  LOG_LEVEL: option('log', 'warn'),
  TARGET_WAIT_MS: '2000',
})
const bare = await startProcess([join(ROOT, 'test/bench/graphql/bare-server.ts')], { DATA_DIR: folder })
try {
  console.log(`${rounds} rounds in turn, processor time of the server for each answer, metering ${metering}`)
  const only = option('only', '')
  const graphql = (...questions: Question[]): Side => asking('GraphQL', server, questions)
  const rest = (...questions: Question[]): Side => asking('REST', server, questions)
  const peer = (...questions: Question[]): Side => asking('bare graphql-js', bare, questions)
  if (only === '' || only === 'small') {
    const [ours, theirs] = [await inProcess('door', 'door', POINT), await inProcess('bare graphql-js', 'bare', POINT)]
    await compare('a point, without sockets', ours, theirs, 2000, 3)
    await ours.stop()
    await theirs.stop()
    await compare('a point over HTTP', graphql(POINT), peer(POINT), 1000, 3)
    await compare('a search for one place over HTTP', graphql(SEARCH), peer(SEARCH), 300, 3)
  }
  if (only === '' || only === 'links') {
    const found = JSON.parse((await ask(server, LINKED, { 'x-api-key': key })).toString()) as {
      data: { search: { nodes: { location: [number, number] }[] } }
    }
    const locations = found.data.search.nodes.map(({ location }) => location)
    const replaced: Question[] = [
      { method: 'GET', path: `/search/v1/forward?q=${PEAKS}&limit=${FIRST}` },
      {
        method: 'GET',
        path: `/tiles/v1/elevation/current/sample?points=${locations.map(([lon, lat]) => `${lat},${lon}`).join('|')}`,
      },
      ...locations.map(
        ([lon, lat]): Question => ({
          method: 'GET',
          path: `/search/v1/reverse?lat=${lat}&lon=${lon}&radius_m=${NEARBY_M}&limit=11`,
        }),
      ),
    ]
    await compare(`a search with links (${replaced.length} calls)`, graphql(LINKED), rest(...replaced), 20, 1.5)
  }
  if (only === '' || only === 'route') await compare('a whole route', graphql(ROUTE), rest(ROUTE_REST), 40, 5.3)
  if (only === '' || only === 'profile')
    for (const [name, series] of [
      ['rows', ROWS],
      ['columns', COLUMNS],
    ]) {
      const requested = PROFILE(series)
      const [ours, theirs] = await Promise.all([
        ask(server, requested, { 'x-api-key': key }),
        ask(server, PROFILE_REST, { 'x-api-key': key }),
      ])
      await compare(`a profile of ${POINTS} points in ${name}`, graphql(requested), rest(PROFILE_REST), 20, 1.2)
      console.log(
        `  bytes: GraphQL ${ours.length}, REST ${theirs.length}: ${(ours.length / theirs.length).toFixed(2)} times`,
      )
    }
} finally {
  endConnections()
  await server.stop()
  await bare.stop()
  rmSync(folder, { recursive: true, force: true })
}
