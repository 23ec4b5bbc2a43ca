// The proxy configurations of examples/deploy, run as they are but for ports and certificates, in front of real servers.

import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXAMPLE_REQUESTS } from '../../rest-compat/examples.ts'
import { freePorts } from '../support/free-ports.ts'
import { certificateWords, nginx } from '../support/nginx-home.ts'
import { startRealServer, type RealServer } from '../support/real-server.ts'

const DEPLOY = new URL('../../examples/deploy/', import.meta.url)
const ROUTE = JSON.stringify(EXAMPLE_REQUESTS['waypoint-route'].body)
const JSON_BODY = { 'content-type': 'application/json' }

interface Upstream {
  server: RealServer
  apiPort: number
  sitePort: number
}

async function startUpstream(apiHost: string, siteHost: string): Promise<Upstream> {
  const [apiPort, sitePort] = await freePorts(2)
  const server = await startRealServer({
    API_PORT: String(apiPort),
    SITE_PORT: String(sitePort),
    PUBLIC_API_URL: `https://${apiHost}`,
    PUBLIC_SITE_URL: `https://${siteHost}`,
    TRUSTED_PROXIES: '127.0.0.1',
    METERING: 'on',
    CPU_BUDGET: 'off',
    WORKERS: '1',
  })
  return { server, apiPort, sitePort }
}

const folder = mkdtempSync(join(tmpdir(), 'waypost-proxies-'))
const running = new Set<ChildProcess>()
let twoHosts: Upstream
let oneHost: Upstream
beforeAll(async () => {
  execFileSync('openssl', certificateWords(folder), { stdio: 'ignore' })
  ;[twoHosts, oneHost] = await Promise.all([
    startUpstream('api.example.org', 'maps.example.org'),
    startUpstream('maps.example.org', 'maps.example.org'),
  ])
})
afterAll(async () => {
  for (const child of running) child.kill('SIGTERM')
  await Promise.all([twoHosts?.server.stop(), oneHost?.server.stop()])
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

/** The text of a configuration with ports and certificates of this run. */
function adapted(file: string, { apiPort, sitePort }: Upstream, httpPort: number, httpsPort: number): string {
  return readFileSync(new URL(file, DEPLOY), 'utf8')
    .replaceAll(/127\.0\.0\.1(\}?):4000/g, `127.0.0.1$1:${apiPort}`)
    .replaceAll(/127\.0\.0\.1(\}?):4001/g, `127.0.0.1$1:${sitePort}`)
    .replaceAll('listen 80;', `listen 127.0.0.1:${httpPort};`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${httpsPort} `)
    .replaceAll('/etc/letsencrypt/live/example.org', folder)
}

/** Starts the program on a configuration of examples/deploy; returns its ports. */
async function startProxy(file: string, upstream: Upstream): Promise<{ http: number; https: number }> {
  const [http, https, admin] = await freePorts(3)
  const site = adapted(file, upstream, http, https)
  const home = join(folder, file)
  mkdirSync(home)
  const [program, words] = file.startsWith('nginx') ? nginx(home, site) : caddy(home, site, http, https, admin)
  let faults = ''
  const child = spawn(program, words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
  })
  child.stderr.on('data', (chunk: Buffer) => (faults += chunk.toString()))
  child.once('exit', () => running.delete(child))
  running.add(child)
  while ((await ask(https, 'maps.example.org', '/').catch(() => null))?.status !== 200) {
    if (!running.has(child)) throw new Error(`${program} ended: ${faults}`)
    await sleep(100)
  }
  return { http, https }
}

function caddy(home: string, site: string, http: number, https: number, admin: number): [string, string[]] {
  const here = [
    'local_certs',
    'skip_install_trust',
    `http_port ${http}`,
    `https_port ${https}`,
    'default_bind 127.0.0.1',
  ]
  writeFileSync(join(home, 'Caddyfile'), `{\n\t${[...here, `admin 127.0.0.1:${admin}`].join('\n\t')}\n}\n${site}`)
  return ['caddy', ['run', '--config', join(home, 'Caddyfile'), '--adapter', 'caddyfile']]
}

interface Got {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

function ask(port: number, host: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer) {
  return new Promise<Got>((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        servername: host,
        rejectUnauthorized: false,
        agent: false,
        headers: { host, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }), ...headers },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) }),
        )
        answer.once('error', reject)
      },
    )
    call.once('error', reject)
    call.end(body)
  })
}

const has = (program: string) => spawnSync(program, ['version'], { stdio: 'ignore' }).error === undefined

describe.each([
  ['nginx-two-hosts.conf', 'api.example.org', 'nginx'],
  ['nginx-one-host.conf', 'maps.example.org', 'nginx'],
  ['Caddyfile.two-hosts', 'api.example.org', 'caddy'],
  ['Caddyfile.one-host', 'maps.example.org', 'caddy'],
])('%s', (file, api, program) => {
  const skipped = !has(program)
  const site = 'maps.example.org'
  let upstream: Upstream
  let ports: { http: number; https: number }
  beforeAll(async () => {
    if (skipped) return
    upstream = api === site ? oneHost : twoHosts
    ports = await startProxy(file, upstream)
  })
  const get = (host: string, path: string, headers?: Record<string, string>) => ask(ports.https, host, path, headers)

  test.skipIf(skipped)('the page, its files and its operations come from the site', async () => {
    const page = await get(site, '/')
    expect(page.status).toBe(200)
    const script = /src="(explorer\/[^"]+)"/.exec(page.body.toString())![1]
    expect((await get(site, `/${script}`)).status).toBe(200)
    expect((await get(site, '/explorer/offline-worker.js')).status).toBe(200)
    expect((await get(site, '/api/route/capabilities')).status).toBe(200)
  })

  test.skipIf(skipped)('routes, GraphQL, GraphiQL and the REST page come from the API', async () => {
    const routed = await ask(ports.https, api, '/v1/route', JSON_BODY, ROUTE)
    expect(JSON.parse(routed.body.toString())).toMatchObject({ schema: 'route/1', status: 'complete' })
    const graph = await ask(ports.https, api, '/graphql', JSON_BODY, '{"query":"{ __typename }"}')
    expect(JSON.parse(graph.body.toString())).toMatchObject({ data: { __typename: 'Query' } })
    expect((await get(api, '/graphql', { accept: 'text/html' })).headers['content-type']).toMatch('text/html')
    expect((await get(api, '/rest')).status).toBe(200)
  })

  test.skipIf(skipped)('map files are read by range, and name addresses under https', async () => {
    const manifest = JSON.parse((await get(api, '/pmtiles/current/manifest.json')).body.toString()) as {
      artifacts: { basemap: { url: string } }
    }
    const { url } = manifest.artifacts.basemap
    expect(url).toMatch(`https://${api}/`)
    const part = await get(api, new URL(url).pathname, { range: 'bytes=0-126' })
    expect(part.status).toBe(206)
    expect(part.body.toString('latin1', 0, 7)).toBe('PMTiles')
    expect(part.body.length).toBe(127)
  })

  test.skipIf(skipped)('a body that is too large is refused by Waypost, in its own words', async () => {
    const { status, body } = await ask(ports.https, api, '/v1/route', JSON_BODY, Buffer.alloc(2_000_000, ' '))
    expect(status).toBe(413)
    expect(JSON.parse(body.toString())).toHaveProperty('error')
  })

  test.skipIf(skipped)('a client is counted by its own address, not by one that it claims', async () => {
    const creditsLeft = (headers: Got['headers']) => Number(/"credits";r=(\d+)/.exec(String(headers.ratelimit))?.[1])
    const through = async (claimed: string) =>
      creditsLeft(
        (await ask(ports.https, api, '/v1/route', { ...JSON_BODY, 'x-forwarded-for': claimed }, ROUTE)).headers,
      )
    const first = await through('192.0.2.1')
    expect(await through('192.0.2.2')).toBe(first - 1)
    // the proxy's word counts
    const direct = await fetch(`http://127.0.0.1:${upstream.apiPort}/v1/route`, {
      method: 'POST',
      headers: { ...JSON_BODY, 'x-forwarded-for': '192.0.2.3' },
      body: ROUTE,
    })
    expect(creditsLeft(Object.fromEntries(direct.headers))).toBeGreaterThan(first)
  })

  test.skipIf(skipped)('an event of a subscription arrives while the stream goes on', async () => {
    const waypoints = (EXAMPLE_REQUESTS['waypoint-route'].body as { waypoints: number[][] }).waypoints
    const line = `{ route: { waypoints: ${JSON.stringify(waypoints.map((at) => ({ at }))).replaceAll('"', '')} } }`
    const query = `subscription { conditions(line: ${line}) { causes course { lengthM } } }`
    const call = request({
      ...{ host: '127.0.0.1', port: ports.https, path: '/graphql', method: 'POST', servername: api },
      ...{ rejectUnauthorized: false, agent: false },
      headers: { host: api, accept: 'text/event-stream', ...JSON_BODY },
    })
    call.end(JSON.stringify({ query }))
    const event = await new Promise<string>((resolve, reject) => {
      let text = ''
      call.once('error', reject)
      call.once('response', (answer) => {
        answer.on('data', (chunk: Buffer) => {
          text += chunk.toString()
          if (/^event: next$[\s\S]*?\n\n/m.test(text)) resolve(text)
        })
        answer.once('end', () => reject(new Error(`the stream ended: ${text}`)))
      })
    })
    call.once('error', () => {})
    call.destroy()
    expect(event).toMatch(/"causes":\["FIRST/)
  })

  test.skipIf(skipped)('plain http leads to https', async () => {
    const answer = await fetch(`http://127.0.0.1:${ports.http}/rest?a=b`, {
      headers: { host: 'maps.example.org' },
      redirect: 'manual',
    })
    expect([301, 308]).toContain(answer.status)
    expect(answer.headers.get('location')).toMatch(/^https:\/\/[^/]+\/rest\?a=b$/)
  })
})
