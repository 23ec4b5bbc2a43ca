// Releases between data folders through a store, by the real command: what is sent and fetched, what a kill leaves,
// what is refused, and how a roll over servers goes on and stops.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runReleasesCommand, type ReleasesOptions } from '../../src/import/releases-command.ts'
import { openReleaseStore } from '../../src/releases/release-store.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { S3_KEYS, startObjectServer, type ObjectServer } from '../support/object-server.ts'
import { copyRegion } from '../support/prepared-regions.ts'
import { publishAgain } from '../support/publish-again.ts'

const ROOT = join(import.meta.dirname, '../..')
const source = temporaryFolder()
let id: string
let server: ObjectServer
beforeAll(async () => {
  await copyRegion('demo', source)
  id = liveIn(source)!
  server = await startObjectServer({ signed: true })
})
afterAll(() => server.stop())

const storeUrl = (name: string) => `s3+${server.url}/${name}`
const run = (line: string, dataDir: string, store: string, options: ReleasesOptions = {}) =>
  runReleasesCommand([...line.split(' '), '--data', dataDir], { ...S3_KEYS, RELEASE_STORE: store }, options)

function liveIn(dataDir: string): string | undefined {
  const store = openReleaseStore(dataDir, { keep: 0 })
  const live = store.findLive()?.id
  store.close()
  return live
}

/** The command as a process, killed once the server was asked as `isMoment` says. */
async function runKilled(line: string, dataDir: string, store: string, isMoment: (requested: string) => boolean) {
  const child = spawn(process.execPath, ['src/import/releases-command.ts', ...line.split(' '), '--data', dataDir], {
    cwd: ROOT,
    stdio: 'ignore',
    env: { ...process.env, ...S3_KEYS, RELEASE_STORE: store },
  })
  server.interfere = ({ method }, _, path) => isMoment(`${method} ${path}`) && child.kill('SIGKILL')
  const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)))
  server.interfere = () => false
  expect(signal).toBe('SIGKILL')
}

const artifactsOf = (dataDir: string) => {
  const store = openReleaseStore(dataDir, { keep: 0 })
  const { artifacts } = store.findLive()!
  store.close()
  return artifacts.map(({ file, bytes, sha256 }) => ({ file: file!, bytes: bytes!, sha256: sha256! }))
}

describe('the commands of docs/operate.md', () => {
  const share = temporaryFolder()
  const dataDir = temporaryFolder()
  const lines = [
    ...readFileSync(join(ROOT, 'docs/operate.md'), 'utf8').matchAll(
      /^npm run releases -- ((?:push|pull|promote|follow).*?) +# /gm,
    ),
  ].map(([, line]) => line)

  test('take a release from one data folder to another, and over servers', async () => {
    const servers = await Promise.all(['a', 'b'].map((name) => startReadyz(() => wantedIn(share, name) ?? 'old')))
    const said: string[] = []
    for (const line of lines) {
      const here = line
        .replace('ID', id)
        .replace(/a=http\S+,b=http\S+/, servers.map(({ url }, i) => `${'ab'[i]}=${url}`).join(','))
      expect(here, 'the line still has something that no machine can run').not.toMatch(/ID|\.\.\./)
      said.push(await run(here, line.startsWith('push') ? source : dataDir, share, { pollMs: 10 }))
    }
    await Promise.all(servers.map(({ stop }) => stop()))
    expect(said).toEqual([
      expect.stringMatching(`^${id} is in .*: [^0].* sent, 0 bytes were there`),
      `${id} is here and answers. It is not live: npm run releases -- promote ${id}`,
      `${id} is live.`,
      `${id} is served by a, b.`,
      `${id} is live, as wanted.`,
    ])
    expect(liveIn(dataDir)).toBe(id)
    expect(readdirSync(dataDir).sort()).toEqual(['live.json', 'releases'])
    for (const { file } of artifactsOf(source))
      expect(
        readFileSync(join(dataDir, 'releases', id, file)).equals(readFileSync(join(source, 'releases', id, file))),
      ).toBe(true)
  })

  test('send what is new only, and go back to what is retired here without the store', async () => {
    const newer = temporaryFolder()
    cpSync(source, newer, { recursive: true })
    publishAgain(newer)
    expect(await run('push', newer, share)).toMatch(/^\S+-again is in .*: 0 bytes sent, /)
    expect(await run('pull', dataDir, share)).toMatch(/^\S+-again is here and answers/)
    expect(await run(`promote ${id}-again`, dataDir, share)).toBe(`${id}-again is live.`)
    expect(await run(`promote ${id}`, dataDir, '/nowhere')).toMatch(`${id} is live again in place of ${id}-again`)
    expect(await run('pull', dataDir, share)).toMatch(/is here already/)
  })
})

describe('a kill', () => {
  test('in the middle of a push leaves no release in the store, and the next one sends the rest', async () => {
    const isThirdFile = (requested: string) =>
      requested.startsWith('PUT') && [...server.objects.keys()].filter((key) => key.startsWith('/killed/')).length === 2
    await runKilled('push', source, storeUrl('killed'), isThirdFile)
    const there = [...server.objects.keys()].filter((key) => key.startsWith('/killed/'))
    expect(there.map((key) => /^\/killed\/files\/[0-9a-f]{64}\/0$/.test(key))).toEqual([true, true])
    await expect(run('pull', temporaryFolder(), storeUrl('killed'))).rejects.toThrow(/Nothing was pushed/)
    server.requested = []
    await run('push', source, storeUrl('killed'))
    expect(server.requested.filter((requested) => there.some((key) => requested === `PUT ${key}`))).toEqual([])
    expect(await run('pull', temporaryFolder(), storeUrl('killed'))).toMatch(/is here and answers/)
  })

  test('in the middle of a pull leaves nothing that is served, and the next one fetches the rest', async () => {
    const store = storeUrl('whole')
    await run('push', source, store)
    const dataDir = temporaryFolder()
    let files = 0
    await runKilled('pull', dataDir, store, (requested) => requested.startsWith('GET /whole/files/') && ++files === 4)
    expect(liveIn(dataDir)).toBeUndefined()
    expect(existsSync(join(dataDir, 'releases'))).toBe(false)
    const whole = artifactsOf(source).slice(0, 3)
    const left = readdirSync(join(dataDir, 'pulled', id)).filter((name) => !name.endsWith('.part'))
    expect(left.sort()).toEqual(whole.map(({ file }) => file).sort())
    server.requested = []
    expect(await run('pull', dataDir, store)).toMatch(/is here and answers/)
    for (const { sha256 } of whole) expect(server.requested.join(' ')).not.toMatch(sha256)
  })

  test('of a promotion after the folder was moved is made good by the next', async () => {
    const dataDir = temporaryFolder()
    await run('pull', dataDir, storeUrl('whole'))
    const moved = join(dataDir, 'releases', id)
    mkdirSync(join(dataDir, 'releases'))
    renameSync(join(dataDir, 'pulled', id), moved)
    cpSync(join(source, 'releases', id, 'manifest.json'), join(moved, 'manifest.json'))
    expect(await run(`promote ${id}`, dataDir, '')).toBe(`${id} is live.`)
    expect(liveIn(dataDir)).toBe(id)
  })
})

describe('a store that goes away', () => {
  test('costs the piece that it was at, and no more', async () => {
    const options = { pieceBytes: 40_000, stallMs: 200 }
    await run('push', source, storeUrl('pieces'), options)
    const dataDir = temporaryFolder()
    const [{ sha256, bytes }] = artifactsOf(source)
    expect(bytes).toBeGreaterThan(120_000)
    server.interfere = (_, response, path) => {
      if (!path.endsWith(`${sha256}/2`)) return false
      response.writeHead(200).write(Buffer.alloc(25_000))
      return true
    }
    await expect(run('pull', dataDir, storeUrl('pieces'), options)).rejects.toThrow(/nothing moved for 0\.2 s/)
    expect(readFileSync(join(dataDir, 'pulled', id, 'network.bin.part')).length).toBe(80_000)
    server.interfere = () => false
    server.requested = []
    expect(await run('pull', dataDir, storeUrl('pieces'), options)).toMatch(/is here and answers/)
    expect(server.requested.filter((requested) => requested.includes(sha256))[0]).toBe(`GET /pieces/files/${sha256}/2`)
  })
})

describe('what a store says is not believed', () => {
  const share = temporaryFolder()
  const manifest = () => join(share, 'releases', `${id}.json`)
  let good: string
  beforeAll(async () => {
    await run('push', source, share)
    good = readFileSync(manifest(), 'utf8')
  })
  type Manifest = {
    id: string
    artifacts: { name: string; file: string; bytes: number | null; sha256: string | null }[]
  }
  const changed = (change: (manifest: Manifest) => void): string => {
    const parsed = JSON.parse(good) as Manifest
    change(parsed)
    return JSON.stringify(parsed)
  }

  test.each<[string, RegExp, (good: string) => string]>([
    [
      'a way out of the folder',
      /does not have the expected form/,
      () => changed((m) => (m.artifacts[0].file = '../../x')),
    ],
    ['an absolute path', /does not have the expected form/, () => changed((m) => (m.artifacts[0].file = '/etc/x'))],
    [
      'the name of the manifest',
      /cannot be in a file of the name/,
      () => changed((m) => (m.artifacts[0].file = 'manifest.json')),
    ],
    [
      'one name twice',
      /cannot be in a file of the name/,
      () => changed((m) => (m.artifacts[0].file = m.artifacts[1].file)),
    ],
    ['the name of an unfinished file', /cannot be in a file/, () => changed((m) => (m.artifacts[0].file = 'x.part'))],
    ['no hash', /has no file, size or hash/, () => changed((m) => (m.artifacts[0].sha256 = null))],
    ['a hash that is a path', /expected form/, () => changed((m) => (m.artifacts[0].sha256 = '../../../secret'))],
    ['another id', /is the manifest of other/, () => changed((m) => (m.id = 'other'))],
    [
      'no catalogue',
      /has no catalogue/,
      () => changed((m) => (m.artifacts = m.artifacts.filter(({ name }) => name !== 'catalogue'))),
    ],
    ['half of it', /not JSON/, (text) => text.slice(0, 500)],
    ['brackets without end', /nests deeper than 64 levels/, () => '['.repeat(2 ** 24)],
    ['a million lists', /holds more than 200000 lists/, () => `[${'[],'.repeat(1e6)}[]]`],
    ['more than a manifest', /more .*than it should/, (text) => text + ' '.repeat(17 * 2 ** 20)],
  ])('a manifest with %s is refused before anything is fetched', async (_, words, text) => {
    const dataDir = temporaryFolder()
    writeFileSync(manifest(), text(good))
    await expect(run('pull', dataDir, share)).rejects.toThrow(words)
    expect(readdirSync(dataDir)).toEqual([])
    writeFileSync(manifest(), good)
  })

  test.each<[string, RegExp, (bytes: Buffer) => Buffer]>([
    ['other bytes', /holds a damaged catalogue\.sqlite: remove files\//, (bytes) => Buffer.alloc(bytes.length)],
    ['more', /more .*than it should/, (bytes) => Buffer.concat([bytes, Buffer.alloc(1)])],
    ['less', /has \d+ of \d+ bytes/, (bytes) => bytes.subarray(1)],
  ])('a file with %s is refused, and nothing of the release is left', async (_, words, change) => {
    const dataDir = temporaryFolder()
    const { sha256 } = artifactsOf(source).find(({ file }) => file === 'catalogue.sqlite')!
    const object = join(share, 'files', sha256, '0')
    const bytes = readFileSync(object)
    writeFileSync(object, change(bytes))
    await expect(run('pull', dataDir, share)).rejects.toThrow(words)
    expect(readdirSync(dataDir)).toEqual([])
    writeFileSync(object, bytes)
  })

  test('a disk without room for it is reported before the pull', async () => {
    const dataDir = temporaryFolder()
    await expect(run('pull', dataDir, share, { freeBytes: 1000 })).rejects.toThrow(
      /of disk are needed in .*, 1000 bytes are free: make room/,
    )
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('only the room for what is not here yet is needed', async () => {
    const dataDir = temporaryFolder()
    const artifacts = artifactsOf(source)
    const [{ file }] = artifacts.toSorted((a, b) => b.bytes - a.bytes)
    const begun = readFileSync(join(source, 'releases', id, file)).subarray(0, 70_000)
    mkdirSync(join(dataDir, 'pulled', id), { recursive: true })
    writeFileSync(join(dataDir, 'pulled', id, `${file}.part`), begun)
    const leftBytes = artifacts.reduce((sum, { bytes }) => sum + bytes, -begun.length)
    await expect(run('pull', dataDir, share, { freeBytes: leftBytes - 1 })).rejects.toThrow(/make room/)
    expect(await run('pull', dataDir, share, { freeBytes: leftBytes })).toMatch(/is here and answers/)
  })

  test('a release that lost much is refused as an import is, and taken where that is accepted', async () => {
    const dataDir = temporaryFolder()
    cpSync(source, dataDir, { recursive: true })
    const small = JSON.parse(good) as { id: string; counts: { edges: number } }
    small.id = 'demo-small'
    small.counts.edges = Math.floor(small.counts.edges / 2)
    writeFileSync(join(share, 'releases/demo-small.json'), JSON.stringify(small))
    await expect(run('pull demo-small', dataDir, share)).rejects.toThrow(/would shrink by more than 10 %: .* edges/)
    expect(await run('pull demo-small --accept-shrink', dataDir, share)).toMatch(/is here and answers/)
    await expect(run('promote demo-small', dataDir, share)).rejects.toThrow(/would shrink/)
    expect(liveIn(dataDir)).toBe(id)
    expect(await run('promote demo-small --max-shrink 60', dataDir, share)).toBe('demo-small is live.')
    expect(await run('prune', dataDir, share)).toBe('Nothing to remove.')
  })

  test('a release that does not answer its canaries is never live', async () => {
    const bad = temporaryFolder()
    cpSync(source, bad, { recursive: true })
    const path = join(bad, 'releases', id, 'manifest.json')
    const parsed = JSON.parse(readFileSync(path, 'utf8')) as Manifest
    const network = parsed.artifacts.find(({ name }) => name === 'network')!
    const bytes = Buffer.alloc(5000, 'x')
    Object.assign(network, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    writeFileSync(path, JSON.stringify(parsed))
    writeFileSync(join(bad, 'releases', id, 'network.bin'), bytes)
    const own = temporaryFolder()
    await run('push', bad, own)
    const dataDir = temporaryFolder()
    await expect(run('pull', dataDir, own)).rejects.toThrow(/does not answer a route/)
    await expect(run(`promote ${id}`, dataDir, own)).rejects.toThrow(/does not answer a route/)
    expect(liveIn(dataDir)).toBeUndefined()
  })

  test('a file of this folder that is not what its manifest says is not pushed', async () => {
    const bad = temporaryFolder()
    cpSync(source, bad, { recursive: true })
    const path = join(bad, 'releases', id, 'styles.zip')
    const file = existsSync(path) ? path : join(bad, 'releases', id, artifactsOf(source).at(-1)!.file)
    const bytes = readFileSync(file)
    bytes[10] ^= 1
    writeFileSync(file, bytes)
    const own = temporaryFolder()
    await expect(run('push', bad, own)).rejects.toThrow(/is not what its manifest says/)
    expect(readdirSync(own)).toEqual([])
  })
})

test('regions with a name have their own releases in the store, and share its files', async () => {
  const share = temporaryFolder()
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'regions'))
  cpSync(source, join(dataDir, 'regions/east'), { recursive: true })
  await run('push --region east', dataDir, share)
  expect(readdirSync(share).sort()).toEqual(['files', 'regions'])
  await expect(run('pull', temporaryFolder(), share)).rejects.toThrow(/Nothing was pushed/)
  const other = temporaryFolder()
  await run('pull --region east', other, share)
  await run(`promote ${id} --region east`, other, share)
  expect(liveIn(join(other, 'regions/east'))).toBe(id)
})

interface Probe {
  url: string
  stop(): Promise<void>
}

/** What answers /readyz with the release that `findRelease` names; null: it is not ready. */
async function startReadyz(findRelease: () => string | null): Promise<Probe> {
  const probe: Server = createServer((_, response) => {
    const release = findRelease()
    response.writeHead(release === null ? 503 : 200).end(JSON.stringify({ status: 'ready', release }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(probe.address() as AddressInfo).port}`,
    async stop() {
      probe.closeAllConnections()
      await new Promise((resolve) => probe.close(resolve))
    },
  }
}

function wantedIn(share: string, name: string): string | null {
  const path = join(share, 'wanted', `${name}.json`)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { release: string }).release : null
}

describe('a roll over servers', () => {
  const share = temporaryFolder()
  const serving: Record<string, () => string | null> = {}
  let probes: Probe[]
  let list: string
  beforeAll(async () => {
    await run('push', source, share)
    for (const name of 'abc') serving[name] = () => wantedIn(share, name) ?? 'old'
    probes = await Promise.all([...'abc'].map((name) => startReadyz(() => serving[name]())))
    list = probes.map(({ url }, i) => `${'abc'[i]}=${url}`).join(',')
  })
  afterAll(() => Promise.all(probes.map(({ stop }) => stop())))
  const roll = () => run(`promote ${id} --servers ${list} --wait 0.005`, source, share, { pollMs: 10 })
  const wanted = () => [...'abc'].map((name) => wantedIn(share, name))

  test('does not begin while one of them is not ready', async () => {
    serving.c = () => null
    await expect(roll()).rejects.toThrow(/^c is not ready \(503\): nothing was promoted/)
    expect(wanted()).toEqual([null, null, null])
    serving.c = () => wantedIn(share, 'c') ?? 'old'
  })

  test('stops at the first server that does not follow, which is sent back', async () => {
    serving.b = () => 'old'
    await expect(roll()).rejects.toThrow(
      new RegExp(
        `^b does not serve ${id} after 0 s: it serves old. It has been sent back to old.* Promoted: a. Not promoted: b, c.`,
      ),
    )
    expect(wanted()).toEqual([id, 'old', null])
    // and when it was the release that brought it down
    serving.b = () => (wantedIn(share, 'b') === id ? null : 'old')
    await expect(roll()).rejects.toThrow(/^b does not serve .*: it is not ready \(503\)/)
    expect(wanted()).toEqual([id, 'old', null])
  })

  test('stops where one that was promoted falls meanwhile', async () => {
    serving.b = () => wantedIn(share, 'b')
    serving.a = () => (wantedIn(share, 'b') === id ? null : id)
    await expect(roll()).rejects.toThrow(
      /^a served .* and now is not ready \(503\)\. Promoted: a, b\. Not promoted: c\./,
    )
    expect(wanted()).toEqual([id, id, null])
    serving.a = () => id
  })

  test('goes on where it was, one after another', async () => {
    serving.b = () => id
    expect(await roll()).toBe(`${id} is served by a, b, c.`)
    expect(wanted()).toEqual([id, id, id])
  })

  test('leaves a server of several regions free that had no instruction before', async () => {
    const probe = await startReadyz(() => 'east+west')
    const line = `promote ${id} --servers d=${probe.url} --wait 0.005`
    await expect(run(line, source, share, { pollMs: 10 })).rejects.toThrow(
      /it serves east and west\. It may choose its release again/,
    )
    await probe.stop()
    expect(await run('follow --as d', temporaryFolder(), share)).toMatch(/^Nothing is wanted of d /)
  })

  test('gives a release that lost much to its servers where the roll accepts that, and only there', async () => {
    const stored = readFileSync(join(share, 'releases', `${id}.json`), 'utf8')
    const small = JSON.parse(stored) as { id: string; counts: { edges: number } }
    small.id = 'demo-lost'
    small.counts.edges = Math.floor(small.counts.edges / 2)
    writeFileSync(join(share, 'releases/demo-lost.json'), JSON.stringify(small))
    const probe = await startReadyz(() => wantedIn(share, 'e') ?? 'old')
    const dataDir = temporaryFolder()
    cpSync(source, dataDir, { recursive: true })
    const line = `promote demo-lost --servers e=${probe.url} --wait 0.005`
    await run(line, source, share, { pollMs: 10 })
    await expect(run('follow --as e', dataDir, share)).rejects.toThrow(/would shrink by more than 10 %/)
    await run(`${line} --accept-shrink`, source, share, { pollMs: 10 })
    expect(await run('follow --as e', dataDir, share)).toBe('demo-lost is live.')
    await probe.stop()
  })

  test('of a release that the store does not have is refused', async () => {
    await expect(run(`promote other --servers ${list}`, source, share)).rejects.toThrow(/has no release other: push it/)
  })

  test('is followed by a server without instructions, and by an empty one', async () => {
    expect(await run('follow --as d', temporaryFolder(), share)).toMatch(/^Nothing is wanted of d /)
    const dataDir = temporaryFolder()
    expect(await run('follow --as a', dataDir, share)).toBe(`${id} is live.`)
    expect(liveIn(dataDir)).toBe(id)
  })
})

test.each<[string, RegExp]>([
  ['push', /^No store is named/],
  ['promote', /needs the id/],
  ['pull ../x', /is not the id of a release/],
  ['follow x', /takes no "x"/],
  ['follow --as ../x', /is not a name for a server/],
  ['promote x --servers a', /expected NAME=URL/],
  ['promote x --servers a=file:///x', /expected NAME=URL/],
  ['promote x --servers a=http://h,a=http://h', /names a server twice/],
  ['promote x --wait soon', /expected minutes/],
  ['pull --servers a=http://h', /goes with promote alone/],
])('%s is a mistake that is told', async (line, words) => {
  await expect(run(line, temporaryFolder(), '')).rejects.toThrow(words)
})
