// Releases, heights and maps in a store that we did not write and that checks signatures: OpenStack Swift with its S3
// interface. The oracle is a server with all files.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runReleasesCommand } from '../../src/import/releases-command.ts'
import { readText, writeText } from '../../src/storage/objects/object-store.ts'
import { openStore } from '../../src/storage/objects/open-store.ts'
import { copyRegion, releaseOf } from '../support/prepared-regions.ts'
import { publishAgain } from '../support/publish-again.ts'
import { startRealServer, type RealServer } from '../support/real-server.ts'
import { sharedServer } from '../support/shared-server.ts'
import { HAS_SWIFT, startSwift, SWIFT_KEYS, type SwiftStore } from '../support/swift-store.ts'

interface Answer {
  status: number
  body: Buffer
}
type Ask = (api: string) => Promise<Answer>

describe.skipIf(!HAS_SWIFT)('OpenStack Swift as a store (needs python3-swift and extended attributes)', () => {
  let folder: string
  let [source, own, part] = ['', '', '']
  let starting: Promise<SwiftStore> | undefined
  let swift: SwiftStore
  let server: RealServer
  let oracle: { api: string }
  let id: string
  let questions: Record<string, Ask>

  const ask =
    (path: string, init: RequestInit = {}): Ask =>
    async (api) => {
      const response = await fetch(`${api}${path}`, { ...init, signal: AbortSignal.timeout(60_000) })
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
    }
  const post = (path: string, body: object): Ask =>
    ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const run = (line: string, dataDir: string, environment: Record<string, string> = {}) =>
    runReleasesCommand([...line.split(' '), '--data', dataDir], {
      ...SWIFT_KEYS,
      RELEASE_STORE: swift.address,
      ...environment,
    })
  const startPart = (keys: Record<string, string>) =>
    startRealServer({ WEATHER_URL: 'off', ...keys, ARTIFACT_URL: swift.address, ARTIFACT_CACHE_BYTES: '1048576' }, part)
  const readyz = async () =>
    (await fetch(`${server.ops}/readyz`)).json() as Promise<{ status?: string; lost?: string[] }>
  /** A slow store may answer 503, which means: try again. */
  async function answerOf(question: Ask): Promise<Answer> {
    let answer: Answer | undefined
    await expect.poll(async () => (answer = await question(server.api)).status, { interval: 200 }).not.toBe(503)
    return answer!
  }
  const becomes = (status: string) => expect.poll(async () => (await readyz()).status, { interval: 200 }).toBe(status)

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-foreign-'))
    ;[source, own, part] = ['source', 'own', 'part'].map((name) => join(folder, name))
    starting = startSwift()
    const [{ live }] = await Promise.all([
      releaseOf('demo'),
      starting.then((started) => (swift = started)),
      sharedServer().then((started) => (oracle = started)),
      copyRegion('demo', source),
    ])
    id = live.id
    const { waypoints } = live.example!
    const [west, south, east, north] = live.bbox
    const archive = (name: string, range: string) =>
      ask(`/pmtiles/${live.artifacts.find((one) => one.name === name)!.version}/${name}.pmtiles`, {
        headers: { range },
      })
    questions = {
      route: post('/v1/route', { waypoints }),
      height: ask(`/tiles/v1/elevation/current/sample?points=${waypoints[0].slice(0, 2).join(',')}`),
      profile: post('/v1/elevation-profile', {
        geometry: { type: 'LineString', coordinates: waypoints },
        points: 20,
      }),
      picture: post('/static-map/render', {
        bbox: [west, south, east, north],
        width: 160,
        height: 128,
        contours: true,
      }),
      // too long to be kept
      'part of the heights': archive('terrain', 'bytes=60000-1500000'),
      'part of the basemap': archive('basemap', 'bytes=0-4095'),
      'the end of the contours': archive('contours', 'bytes=-9'),
    }
  })
  afterAll(async () => {
    await server?.stop()
    await starting?.then(
      (started) => started.stop(),
      () => {},
    )
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  })

  test('takes a release once, and gives it back as it was', async () => {
    expect(await run('push', source)).toMatch(new RegExp(`^${id} is in .*MB sent, 0 bytes were there\\.$`))
    expect(await run('push', source)).toMatch(/: 0 bytes sent, .*MB were there\.$/)
    expect(await run('pull', own)).toMatch(new RegExp(`^${id} is here and answers`))
    expect(await run(`promote ${id}`, own)).toBe(`${id} is live.`)
    const [before, after] = [source, own].map((dataDir) => join(dataDir, 'releases', id))
    const files = readdirSync(before)
    expect(readdirSync(after).sort()).toEqual(files.sort())
    // the manifest also has the hashes by which parts are checked
    const isSame = (file: string) => readFileSync(join(before, file)).equals(readFileSync(join(after, file)))
    expect(files.filter((file) => !isSame(file))).toEqual(['manifest.json'])
  })

  test('tells a server which release to serve, and the server fetches it', async () => {
    expect(await run('follow --as a', own)).toMatch(/^Nothing is wanted of a/)
    publishAgain(source)
    await run('push', source)
    const wanted = { schema: 'waypost-wanted/1', release: `${id}-again`, acceptShrink: false }
    await writeText(openStore(swift.address, SWIFT_KEYS), 'wanted/a.json', JSON.stringify(wanted))
    expect(await run('follow --as a', own)).toBe(`${id}-again is live.`)
  })

  test('refuses a wrong secret, and a push, a pull and the start of a server say so', async () => {
    const wrong = { ...SWIFT_KEYS, AWS_SECRET_ACCESS_KEY: 'another-secret' }
    const said = / refuses (?:HEAD|GET) \(403 SignatureDoesNotMatch\): check the keys(?![\s\S]*another-secret)/
    await expect(run('push', source, wrong)).rejects.toThrow(said)
    await expect(run('pull', join(folder, 'none'), wrong)).rejects.toThrow(said)
    await expect(startPart(wrong)).rejects.toThrow(said)
  })

  test('names its region to clients with another, and a bucket that it does not have', async () => {
    const region = { AWS_REGION: 'us-east-1' }
    const said = /\(400 AuthorizationHeaderMalformed\): set AWS_REGION to eu-central-1\.$/
    await expect(run('push', source, region)).rejects.toThrow(said)
    await expect(run('pull', own, region)).rejects.toThrow(said)
    const store = { RELEASE_STORE: `s3+${swift.url}/no-such-bucket` }
    for (const line of ['push', 'pull']) await expect(run(line, source, store)).rejects.toThrow(/\(404 NoSuchBucket\)/)
  })

  test.each(['plain', 'a+b', 'höhe über', "~(x)!'*", 'a=b&c@d:e;f,g$', 'x%2By', 'a//b'])(
    'agrees about the signature of a path: %s',
    async (path) => {
      const store = openStore(`${swift.address}/${path}`, SWIFT_KEYS)
      await writeText(store, 'note.json', 'text')
      expect(await store.findBytes('note.json')).toBe(4)
      expect(await readText(store, 'note.json', 4)).toBe('text')
      expect(String(await store.readRange('note.json', 1, 2))).toBe('ex')
    },
  )

  test('serves heights and maps to a server, which answers byte for byte what one with the files answers', async () => {
    // what the oracle serves is pushed last
    await run(`push ${id}`, own)
    server = await startPart(SWIFT_KEYS)
    await becomes('ready')
    const wrong: string[] = []
    for (const [name, question] of Object.entries(questions)) {
      const [expected, got] = [await question(oracle.api), await answerOf(question)]
      if (expected.status >= 300 || got.status !== expected.status || !got.body.equals(expected.body))
        wrong.push(`${name}: ${expected.status} ${got.status} ${got.body.toString('latin1', 0, 200)}`)
    }
    expect(wrong).toEqual([])
  })

  test('that cannot reach its objects for a while costs 503s of what needs them, and is taken up again', async () => {
    await swift.killObjects()
    const { route, 'part of the heights': heights } = questions
    await expect.poll(async () => (await heights(server.api)).status, { interval: 200 }).toBe(503)
    expect((await readyz()).lost).toEqual([expect.stringMatching(/the store http:\S+\/maps cannot be used \(/)])
    expect((await route(server.api)).status).toBe(200)
    await swift.startObjects()
    await becomes('ready')
    expect((await answerOf(heights)).body.equals((await heights(oracle.api)).body)).toBe(true)
  })

  test('whose keys are wrong later leaves a server that keeps its network, and /readyz says why', async () => {
    await server.stop()
    server = await startPart({ ...SWIFT_KEYS, AWS_SECRET_ACCESS_KEY: 'another-secret' })
    await becomes('degraded')
    expect((await readyz()).lost![0]).toMatch(/\.pmtiles cannot be read from .*\(403 SignatureDoesNotMatch\)/)
    const { height, route } = questions
    const { status, body } = await height(server.api)
    expect([status, String(body)]).toEqual([503, expect.stringContaining('"terrain_unavailable"')])
    expect((await route(server.api)).status).toBe(200)
  })
})
