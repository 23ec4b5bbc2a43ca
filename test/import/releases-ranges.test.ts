// Releases whose heights and maps stay in the store: what is fetched, what is checked, what is refused.

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runReleasesCommand } from '../../src/import/releases-command.ts'
import { openReleaseStore } from '../../src/releases/release-store.ts'
import type { StoredPlace } from '../../src/releases/release-info.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { S3_KEYS, startObjectServer, type ObjectServer } from '../support/object-server.ts'
import { copyRegion } from '../support/prepared-regions.ts'
import { publishAgain } from '../support/publish-again.ts'

const source = temporaryFolder()
let server: ObjectServer
let address: string
let id: string
beforeAll(async () => {
  await copyRegion('demo', source)
  server = await startObjectServer({ signed: true })
  address = `s3+${server.url}/maps`
  const said = await runReleasesCommand(['push', '--data', source], { ...S3_KEYS, RELEASE_STORE: address })
  id = /^\S+/.exec(said)![0]
})
afterAll(() => server.stop())

const run = (line: string, dataDir: string, environment: Record<string, string> = { ARTIFACT_URL: address }) =>
  runReleasesCommand([...line.split(' '), '--data', dataDir], { ...S3_KEYS, ...environment })
const filesOf = (dataDir: string, release = id) => readdirSync(join(dataDir, 'releases', release)).sort()

function readPlaces(dataDir: string, mayBeStored: boolean) {
  const problems: string[] = []
  const store = openReleaseStore(dataDir, { keep: 2, mayBeStored, onProblem: (sentence) => problems.push(sentence) })
  const live = store.findLive()
  const places = (live?.artifacts ?? []).map(({ name, version }) => [name, store.findArtifactPlace(name, version)])
  const stored = store.listStored()
  store.close()
  return { live, places: new Map(places as [string, string | StoredPlace | null][]), stored, problems }
}

describe('a release that is pulled with ARTIFACT_URL', () => {
  const dataDir = temporaryFolder()

  test('has its network, catalogue and styles here, and lists of blocks instead of heights and maps', async () => {
    const before = server.requested.length
    expect(await run('pull --live', dataDir)).toBe(`${id} is live.`)
    expect(filesOf(dataDir)).toEqual([
      'basemap.pmtiles.blocks',
      'catalogue.sqlite',
      'contours.pmtiles.blocks',
      'manifest.json',
      'network.bin',
      'styles.json',
      'terrain.pmtiles.blocks',
    ])
    for (const file of ['network.bin', 'catalogue.sqlite'])
      expect(
        readFileSync(join(dataDir, 'releases', id, file)).equals(readFileSync(join(source, 'releases', id, file))),
      ).toBe(true)
    expect(server.requested.slice(before).filter((requested) => requested.startsWith('PUT'))).toEqual([])
  })

  test('is served where the store is known: a place in it for each file that is not here', () => {
    const { live, places, stored } = readPlaces(dataDir, true)
    expect(live?.id).toBe(id)
    const folder = join(dataDir, 'releases', id)
    expect(places.get('network')).toBe(join(folder, 'network.bin'))
    const terrain = live!.artifacts.find(({ name }) => name === 'terrain')!
    expect(places.get('terrain')).toEqual({
      path: join(folder, 'terrain.pmtiles'),
      listPath: join(folder, 'terrain.pmtiles.blocks'),
      bytes: terrain.bytes,
      sha256: terrain.sha256,
      blocksSha256: terrain.blocksSha256,
    })
    expect(stored.map(({ path }) => path.slice(folder.length + 1)).sort()).toEqual([
      'basemap.pmtiles',
      'contours.pmtiles',
      'terrain.pmtiles',
    ])
  })

  test('is refused by name where it is not', async () => {
    const { live, problems } = readPlaces(dataDir, false)
    expect(live).toBeNull()
    expect(problems).toEqual([expect.stringMatching(/\.pmtiles is in a store, and ARTIFACT_URL does not say where/)])
    await expect(run('push', dataDir)).rejects.toThrow(/is in a store/)
  })

  test('is listed, and left for another and taken back, tried by what is in the store', async () => {
    const own = temporaryFolder()
    await copyRegion('demo', own)
    publishAgain(own)
    await run('push', own, { RELEASE_STORE: address })
    expect(await run('follow --as a', dataDir)).toMatch(/^Nothing is wanted/)
    expect(await run('pull', dataDir)).toMatch(/-again is here and answers/)
    expect(await run(`promote ${id}-again`, dataDir)).toBe(`${id}-again is live.`)
    expect(await run('list', dataDir)).toMatch(new RegExp(`live +${id}-again .* edges[\\s\\S]*retired +${id} .* edges`))
    expect(await run('rollback', dataDir)).toMatch(new RegExp(`^${id} is live again`))
    await expect(run('rollback', dataDir, {})).rejects.toThrow(/no ARTIFACT_URL says where/)
    expect(readPlaces(dataDir, true).live?.id).toBe(id)
  })
})

describe('what is wrong in the store', () => {
  const keyOf = (file: string, name: string) => {
    const { artifacts } = JSON.parse(readFileSync(join(source, 'releases', id, 'manifest.json'), 'utf8')) as {
      artifacts: { file: string; sha256: string }[]
    }
    return `/maps/files/${artifacts.find((one) => one.file === file)!.sha256}/${name}`
  }

  test.each<[string, string, string, (bytes: Buffer) => Buffer | null, RegExp]>([
    ['a changed network', 'network.bin', '0', flipFirst, /damaged network\.bin/],
    ['a changed catalogue', 'catalogue.sqlite', '0', flipFirst, /damaged catalogue\.sqlite/],
    ['a changed list of blocks', 'terrain.pmtiles', 'blocks', flipFirst, /list of its blocks is missing or damaged/],
    ['a missing list of blocks', 'terrain.pmtiles', 'blocks', () => null, /list of its blocks is missing or damaged/],
    ['changed heights', 'terrain.pmtiles', '0', flipFirst, /does not answer a height/],
    ['a missing basemap', 'basemap.pmtiles', '0', () => null, /does not answer a tile of each archive/],
  ])('(%s) is noticed before anything is live', async (_, file, name, change, said) => {
    const dataDir = temporaryFolder()
    const key = keyOf(file, name)
    const good = server.objects.get(key)!
    const changed = change(good)
    if (changed === null) server.objects.delete(key)
    else server.objects.set(key, changed)
    try {
      await expect(run(`pull ${id} --live`, dataDir)).rejects.toThrow(said)
    } finally {
      server.objects.set(key, good)
    }
    expect(existsSync(join(dataDir, 'live.json'))).toBe(false)
    expect(await run(`pull ${id} --live`, dataDir)).toBe(`${id} is live.`)
  })

  test('a file that is said to be larger than any disk is refused before its list is requested', async () => {
    const key = `/maps/releases/${id}.json`
    const good = server.objects.get(key)!
    const changed = JSON.parse(String(good)) as { artifacts: { name: string; bytes: number }[] }
    changed.artifacts.find(({ name }) => name === 'terrain')!.bytes = 2 ** 52
    server.objects.set(key, Buffer.from(JSON.stringify(changed)))
    const before = server.requested.length
    try {
      await expect(run(`pull ${id}`, temporaryFolder())).rejects.toThrow(/larger than any file of heights or maps/)
      expect(server.requested.slice(before)).not.toContain(`GET ${keyOf('terrain.pmtiles', 'blocks')}`)
    } finally {
      server.objects.set(key, good)
    }
  })

  test('a release that was pushed without lists of blocks is refused with what to do', async () => {
    const key = `/maps/releases/${id}.json`
    const good = server.objects.get(key)!
    server.objects.set(key, Buffer.from(String(good).replace(/,\s*"blocksSha256": "[0-9a-f]+"/g, '')))
    try {
      await expect(run(`pull ${id}`, temporaryFolder())).rejects.toThrow(/pushed by an older version, push it again/)
    } finally {
      server.objects.set(key, good)
    }
  })
})

test('without ARTIFACT_URL all of a release is fetched, also where a part of it was before', async () => {
  const dataDir = temporaryFolder()
  await run(`pull ${id}`, dataDir)
  rmSync(join(dataDir, 'pulled', id, 'terrain.pmtiles.blocks'))
  writeFileSync(join(dataDir, 'pulled', id, 'left.pmtiles.blocks'), 'x')
  expect(await run(`pull ${id} --live`, dataDir, { RELEASE_STORE: address })).toBe(`${id} is live.`)
  expect(filesOf(dataDir)).toEqual(filesOf(source))
  expect(readPlaces(dataDir, true).stored).toEqual([])
})

test('--live goes with pull alone', async () => {
  await expect(run('promote x --live', source)).rejects.toThrow(/--live goes with pull alone/)
})

function flipFirst(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  changed[3] ^= 255
  return changed
}
