// Three real servers with a data folder each over one PostgreSQL and one Redis behind
// examples/deploy/nginx-replicas.conf: while clients ask all the time, servers are killed, stopped and started, a
// release is rolled over them, and the map store, the rate store and PostgreSQL disappear and come back. No request
// fails except with a 503 that says when to retry.

import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadPostgres } from '../../db/load-postgres.ts'
import { runReleasesCommand } from '../../src/import/releases-command.ts'
import { runKeysCommand } from '../../src/keys/keys-command.ts'
import type { ReleaseInfo } from '../../src/releases/release-info.ts'
import { freePorts } from '../support/free-ports.ts'
import { CLUSTER_PROGRAMS, startOwnCluster, type OwnCluster } from '../support/own-cluster.ts'
import { certificateWords, nginx } from '../support/nginx-home.ts'
import { S3_KEYS, startObjectServer, type ObjectServer } from '../support/object-server.ts'
import { copyRegion, releaseOf } from '../support/prepared-regions.ts'
import { publishAgain } from '../support/publish-again.ts'
import { startRealServer, type RealServer } from '../support/real-server.ts'
import { HAS_REDIS, startRedis, type RedisServer } from '../support/redis-server.ts'

const CONFIGURATION = new URL('../../examples/deploy/nginx-replicas.conf', import.meta.url)
const REPLICAS = [0, 1, 2]
const LANES = 4
/** between two questions of a client: what is looked for is a lost answer, not how much can be answered */
const PAUSE_MS = 60
/** of the heights; the archive has thirty of them, and a server keeps sixteen at most */
const PART_BYTES = 65_536
/** so much was asked meanwhile that something could have been lost */
const MIN_ANSWERED = 30
/** between two looks of a server's timer at what is wanted */
const FOLLOW_MS = 200
const HAS_NGINX = spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error === undefined
const CAN_RUN = HAS_NGINX && HAS_REDIS && CLUSTER_PROGRAMS !== null

describe.skipIf(!CAN_RUN)('three replicas behind nginx (needs nginx, redis-server and PostgreSQL with PostGIS)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-replicas-'))
  const imported = join(folder, 'import')
  const dataDirOf = (replica: number) => join(folder, `data-${replica}`)
  let database: OwnCluster
  let redis: RedisServer
  let artifacts: ObjectServer
  let ports: number[]
  let httpsPort: number
  let servers: RealServer[]
  let proxy: ChildProcess
  let questions: (() => Promise<Answer>)[]

  const start = (replica: number): Promise<RealServer> =>
    startRealServer(
      {
        API_PORT: String(ports[2 * replica]),
        SITE_PORT: String(ports[2 * replica + 1]),
        PUBLIC_API_URL: 'https://maps.example.org',
        PUBLIC_SITE_URL: 'https://maps.example.org',
        TRUSTED_PROXIES: '127.0.0.1',
        METERING: 'on',
        CPU_BUDGET: 'off',
        WORKERS: '1',
        DATABASE_URL: database.url,
        RATE_STORE: redis.url,
        ...S3_KEYS,
        ARTIFACT_URL: `s3+${artifacts.url}/maps`,
        // little is kept, so that the store is asked
        ARTIFACT_CACHE_BYTES: '1048576',
        MAP_CACHE_BYTES: '0',
      },
      dataDirOf(replica),
    )

  beforeAll(async () => {
    execFileSync('openssl', certificateWords(folder), { stdio: 'ignore' })
    ;[database, redis, artifacts, ports] = await Promise.all([
      startOwnCluster(),
      startRedis(),
      startObjectServer({ signed: true }),
      freePorts(8),
    ])
    const { live, paths } = await releaseOf('demo')
    await copyRegion('demo', imported)
    const store = { ...S3_KEYS, RELEASE_STORE: `s3+${artifacts.url}/maps` }
    await runReleasesCommand(['push', '--data', imported], store)
    const environment = { ...store, ARTIFACT_URL: store.RELEASE_STORE }
    await runReleasesCommand(['pull', '--live', '--data', dataDirOf(0)], environment)
    for (const replica of REPLICAS.slice(1)) cpSync(dataDirOf(0), dataDirOf(replica), { recursive: true })
    const { version } = live.artifacts.find(({ name }) => name === 'catalogue')!
    await (await loadPostgres(database.url, { path: paths.catalogue, version, releaseId: live.id })).promote()
    const created = await runKeysCommand('create --json --project replicas --plan pro --rate off'.split(' '), {
      DATABASE_URL: database.url,
    })
    const { key } = JSON.parse(created) as { key: string }
    servers = await Promise.all(REPLICAS.map(start))
    httpsPort = ports[7]
    proxy = startProxy()
    const route = JSON.parse(/-d '(.*)'/.exec(servers[0].output())![1]) as { waypoints: [number, number][] }
    questions = questionsAbout(httpsPort, key, route, live)
    while ((await questions[0]().catch(() => null))?.status !== 200) {
      expect(proxy.exitCode).toBeNull()
      await sleep(100)
    }
  })
  afterAll(async () => {
    proxy?.kill('SIGTERM')
    agent.destroy()
    await Promise.all((servers ?? []).map((server) => server.stop()))
    await redis?.stop()
    await artifacts?.stop()
    await database?.remove()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  })

  function startProxy(): ChildProcess {
    let site = readFileSync(CONFIGURATION, 'utf8')
      .replaceAll('listen 80;', `listen 127.0.0.1:${ports[6]};`)
      .replaceAll('listen 443 ', `listen 127.0.0.1:${httpsPort} `)
      .replaceAll('/etc/letsencrypt/live/example.org', folder)
    for (const replica of REPLICAS)
      site = site
        .replaceAll(`waypost-${replica + 1}:4000`, `127.0.0.1:${ports[2 * replica]}`)
        .replaceAll(`waypost-${replica + 1}:4001`, `127.0.0.1:${ports[2 * replica + 1]}`)
    const home = join(folder, 'nginx')
    mkdirSync(home)
    const [program, words] = nginx(home, site)
    return spawn(program, words, { stdio: 'ignore' })
  }

  /** Everybody asks while `during` runs and for a while after; what they got. */
  async function underLoad(during: () => Promise<unknown>): Promise<{ answered: number; wrong: unknown[] }> {
    const reported = { answered: 0, wrong: [] as unknown[] }
    let goesOn = true
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      for (let turn = lane; goesOn; turn++) {
        try {
          const answer = await questions[turn % questions.length]()
          if (answer.status === 200 || answer.status === 206) reported.answered++
          else if (answer.status !== 503 || answer.retryAfter === undefined) reported.wrong.push(answer)
        } catch (error) {
          reported.wrong.push(String(error))
        }
        await sleep(PAUSE_MS)
      }
    })
    await sleep(300)
    await during()
    await sleep(1000)
    goesOn = false
    await Promise.all(lanes)
    return reported
  }

  test('kill -9 of one, and its start, are not seen', async () => {
    const { answered, wrong } = await underLoad(async () => {
      servers[0].child.kill('SIGKILL')
      await sleep(500)
      servers[0] = await start(0)
    })
    expect(wrong).toEqual([])
    expect(answered).toBeGreaterThan(MIN_ANSWERED)
  })

  test('nor is SIGTERM', async () => {
    const { wrong } = await underLoad(async () => {
      expect(await servers[1].stop()).toBe(0)
      servers[1] = await start(1)
    })
    expect(wrong).toEqual([])
  })

  test('nor is a release that is pushed by one and rolled over all of them', async () => {
    publishAgain(imported)
    const options = { pollMs: 50 }
    const store = { ...S3_KEYS, RELEASE_STORE: `s3+${artifacts.url}/maps` }
    const run = (line: string, dataDir: string, environment: Record<string, string> = {}) =>
      runReleasesCommand([...line.split(' '), '--data', dataDir], { ...store, ...environment }, options)
    const id = /^\S+/.exec(await run('push', imported))![0]
    const list = REPLICAS.map((replica) => `s${replica}=http://127.0.0.1:${ports[2 * replica]}`)
    const order: string[] = []
    let goesOn = true
    /** What each server's timer does. */
    const following = REPLICAS.map(async (replica) => {
      while (goesOn) {
        const said = await run(`follow --as s${replica}`, dataDirOf(replica), {
          DATABASE_URL: database.url,
          ARTIFACT_URL: store.RELEASE_STORE,
        })
        if (said === `${id} is live.`) order.push(`s${replica}`)
        await sleep(FOLLOW_MS)
      }
    })
    const rolled = underLoad(async () => {
      expect(await run(`promote ${id} --servers ${list.join(',')}`, imported)).toBe(`${id} is served by s0, s1, s2.`)
    })
    const { wrong } = await rolled.finally(() => {
      goesOn = false
    })
    await Promise.all(following)
    expect(wrong).toEqual([])
    expect(order).toEqual(['s0', 's1', 's2'])
  })

  test('a store of heights and maps that is gone costs nothing but 503s of what needs it, and comes back', async () => {
    const [part] = questions.slice(-1)
    let duringLoss: Answer | null = null
    const { answered, wrong } = await underLoad(async () => {
      artifacts.interfere = (_, response) => Boolean(response.socket!.destroy())
      await expect.poll(async () => (duringLoss = await part()).status).toBe(503)
      await sleep(1000)
      artifacts.interfere = () => false
      await expect
        .poll(async () => (await Promise.all(REPLICAS.map(part))).map(({ status }) => status))
        .toEqual([206, 206, 206])
    })
    // a part that is half sent when the store goes cannot be sent again
    expect(wrong.filter((said) => !/\.pmtiles broke off$/.test(String(said)))).toEqual([])
    expect(answered).toBeGreaterThan(MIN_ANSWERED)
    expect(duringLoss).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^[1-9]/) })
  })

  test('the store of rates may disappear and come back', async () => {
    const { wrong } = await underLoad(async () => {
      await redis.stop()
      await sleep(500)
      await redis.start()
    })
    expect(wrong).toEqual([])
  })

  test('PostgreSQL that is killed costs nothing but 503s of who has a key or needs it, and comes back', async () => {
    const seen = new Set<number>()
    const { answered, wrong } = await underLoad(async () => {
      await database.kill()
      const untilMs = performance.now() + 2000
      while (performance.now() < untilMs) for (const ask of questions) seen.add((await ask()).status)
      await database.start()
      await expect
        .poll(async () => (await Promise.all(questions.map((ask) => ask()))).map(({ status }) => status))
        .toEqual([200, 200, 200, 200, 200, 206])
    })
    expect(wrong).toEqual([])
    expect(answered).toBeGreaterThan(MIN_ANSWERED)
    expect(seen).toContain(503)
    // all three again, without a start
    const ready = await Promise.all(servers.map(({ ops }) => fetch(`${ops}/readyz`)))
    expect(ready.map(({ status }) => status)).toEqual([200, 200, 200])
  })
})

interface Answer {
  status: number
  retryAfter: string | undefined
  text: string
}

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })

/** One of each kind: POST and GET, the network, the database, heights, both transports. */
function questionsAbout(
  port: number,
  key: string,
  route: { waypoints: [number, number][] },
  { artifacts }: ReleaseInfo,
) {
  const [[lon, lat]] = route.waypoints
  const ask = (path: string, body?: object, more: Record<string, string> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers = {
        host: 'maps.example.org',
        'x-api-key': key,
        ...more,
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
      }
      const call = request(
        { host: '127.0.0.1', port, path, method: text === undefined ? 'GET' : 'POST', agent, headers },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.once('error', reject)
          answer.once('aborted', () => reject(new Error(`${path} broke off`)))
          answer.once('end', () =>
            resolve({
              status: answer.statusCode!,
              retryAfter: answer.headers['retry-after'],
              text: Buffer.concat(chunks).toString().slice(0, 200),
            }),
          )
        },
      )
      call.once('error', reject)
      call.end(text)
    })
  const terrain = artifacts.find(({ name }) => name === 'terrain')!
  let parts = 0
  /** Another part each time, all around the archive: long forgotten when its turn comes again. */
  const askForPart = () => {
    const from = (parts++ * PART_BYTES) % (terrain.bytes! - PART_BYTES)
    return ask(`/pmtiles/${terrain.version}/terrain.pmtiles`, undefined, {
      range: `bytes=${from}-${from + PART_BYTES - 1}`,
    })
  }
  const document = `{ route(input: {waypoints: ${JSON.stringify(route.waypoints.map((at) => ({ at }))).replaceAll('"', '')}}) { lengthM } }`
  return [
    () => ask('/v1/route', route),
    () => ask('/search/v1/forward?q=weg'),
    () => ask('/graphql', { query: document }),
    () => ask(`/search/v1/reverse?lat=${lat}&lon=${lon}&radius_m=5000`),
    () => ask(`/tiles/v1/elevation/current/sample?points=${lon},${lat}`),
    askForPart,
  ]
}

test('compose-replicas.yaml has the servers that nginx asks, over shared stores', () => {
  const compose = readFileSync(new URL('../../examples/deploy/compose-replicas.yaml', import.meta.url), 'utf8')
  const requested = new Set(
    [...readFileSync(CONFIGURATION, 'utf8').matchAll(/server (waypost-\d):400[01]/g)].map(([, name]) => name),
  )
  expect([...compose.matchAll(/^ {2}(waypost-\d):$/gm)].map(([, name]) => name)).toEqual([...requested])
  expect(compose).toMatch(/^ {4}DATABASE_URL: postgres:.*@db\/waypost$/m)
  expect(compose).toMatch(/^ {4}RATE_STORE: redis:\/\/rates:6379$/m)
  expect(compose).toMatch(/^ {4}ARTIFACT_URL: s3\+http:\/\/store:9000\/maps$/m)
})
