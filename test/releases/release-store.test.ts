import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openReleaseStore, type ReleaseStore, type ReleaseStoreOptions } from '../../src/releases/release-store.ts'
import { point, putRelease, sampleRelease, temporaryFolder } from '../map/style/sample-release.ts'

const open: ReleaseStore[] = []
afterEach(() => open.splice(0).forEach((store) => store.close()))

function openStore(dataDir: string, options: Partial<ReleaseStoreOptions> = {}) {
  const problems: string[] = []
  const store = openReleaseStore(dataDir, {
    keep: 2,
    pollMs: 20,
    onProblem: (sentence) => problems.push(sentence),
    ...options,
  })
  open.push(store)
  return { store, problems }
}

const retiredAs = (release: string) => ({
  release,
  promotedAt: '2026-01-01T00:00:00.000Z',
  retiredAt: '2026-01-31T00:00:00.000Z',
})
const until = async (what: () => boolean): Promise<void> => {
  for (const end = Date.now() + 30_000; !what(); ) {
    if (Date.now() > end) throw new Error('did not happen within 30 s')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

describe('openReleaseStore', () => {
  test('is empty without a data folder, and takes up the first release when it comes', async () => {
    const dataDir = join(temporaryFolder(), 'not', 'there', 'yet')
    const { store, problems } = openStore(dataDir)
    expect([store.findLive(), store.listKept(), store.isEmpty()]).toEqual([null, [], true])
    putRelease(dataDir, sampleRelease('a'))
    point(dataDir, 'a')
    await until(() => store.findLive() !== null)
    expect(store.findLive()).toMatchObject({ id: 'a', promotedAt: '2026-02-01T00:00:00.000Z' })
    expect([store.isEmpty(), problems]).toEqual([false, []])
  })

  test('reports a new release through onChange, once, with the one before', async () => {
    const dataDir = temporaryFolder()
    putRelease(dataDir, sampleRelease('a'))
    point(dataDir, 'a')
    const { store } = openStore(dataDir)
    const changes: [string, string | undefined][] = []
    const stop = store.onChange((live, before) => changes.push([live.id, before?.id]))
    putRelease(dataDir, sampleRelease('b'))
    point(dataDir, 'b', [retiredAs('a')])
    await until(() => changes.length > 0)
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(changes).toEqual([['b', 'a']])
    expect(store.listKept().map((release) => release.id)).toEqual(['b', 'a'])
    stop()
    point(dataDir, 'a')
    await until(() => store.findLive()?.id === 'a')
    expect(changes).toHaveLength(1)
  })

  test('goes on with the other listeners and keeps the new release where one listener throws', () => {
    const dataDir = temporaryFolder()
    const { store, problems } = openStore(dataDir, { pollMs: 60_000 })
    let called = 0
    store.onChange(() => {
      throw new Error('no memory')
    })
    store.onChange(() => called++)
    putRelease(dataDir, sampleRelease('a'))
    point(dataDir, 'a')
    store.refresh()
    expect([called, store.findLive()?.id, problems]).toEqual([1, 'a', ['Taking up release a failed: no memory']])
  })

  test('keeps as many retired releases as asked, newest first, without those whose folder is gone', () => {
    const dataDir = temporaryFolder()
    for (const id of ['a', 'b', 'd']) putRelease(dataDir, sampleRelease(id))
    point(dataDir, 'd', ['c', 'b', 'a'].map(retiredAs))
    expect(
      openStore(dataDir)
        .store.listKept()
        .map((release) => release.id),
    ).toEqual(['d', 'b', 'a'])
    expect(
      openStore(dataDir, { keep: 1 })
        .store.listKept()
        .map((release) => release.id),
    ).toEqual(['d', 'b'])
    expect(
      openStore(dataDir, { keep: 0 })
        .store.listKept()
        .map((release) => release.id),
    ).toEqual(['d'])
  })

  test.each([
    ['the pointer is cut', (dataDir: string) => truncateSync(join(dataDir, 'live.json'), 20)],
    ['the pointer names a folder that is not there', (dataDir: string) => point(dataDir, 'zzz', [retiredAs('a')])],
    ['the pointer is gone', (dataDir: string) => rmSync(join(dataDir, 'live.json'))],
    [
      'the new manifest is damaged',
      (dataDir: string) => {
        putRelease(dataDir, sampleRelease('b'))
        writeFileSync(join(dataDir, 'releases/b/manifest.json'), '{}')
        point(dataDir, 'b', [retiredAs('a')])
      },
    ],
    [
      'a file of the new release is cut',
      (dataDir: string) => {
        putRelease(dataDir, sampleRelease('b'))
        writeFileSync(join(dataDir, 'releases/b/terrain.pmtiles'), '')
        point(dataDir, 'b', [retiredAs('a')])
      },
    ],
  ])('keeps serving what it has where %s, says so once, and recovers', (_what, damage) => {
    const dataDir = temporaryFolder()
    putRelease(dataDir, sampleRelease('a'))
    point(dataDir, 'a')
    const { store, problems } = openStore(dataDir, { pollMs: 60_000 })
    damage(dataDir)
    for (let look = 0; look < 3; look++) store.refresh()
    expect(store.findLive()?.id).toBe('a')
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(/serving a\. Run the import again\.$/)
    putRelease(dataDir, sampleRelease('c'))
    point(dataDir, 'c', [retiredAs('a')])
    store.refresh()
    expect([store.findLive()?.id, problems.length]).toEqual(['c', 1])
  })

  test('opens the newest whole release where the pointer cannot be read at start, and is not empty', () => {
    const dataDir = temporaryFolder()
    putRelease(dataDir, sampleRelease('x-old', '2026-01-01T00:00:00Z'))
    putRelease(dataDir, sampleRelease('a-new', '2026-01-05T00:00:00Z'))
    writeFileSync(join(dataDir, 'live.json'), 'x')
    const { store, problems } = openStore(dataDir)
    expect(store.listKept().map((release) => release.id)).toEqual(['a-new', 'x-old'])
    expect(problems[0]).toContain('Instead serving a-new')
    rmSync(join(dataDir, 'releases'), { recursive: true })
    const nothing = openStore(dataDir)
    expect([nothing.store.findLive(), nothing.store.isEmpty()]).toEqual([null, false])
    expect(nothing.problems[0]).toContain('nothing can be served')
  })

  test('reports a live folder that is deleted under it, goes on, and hands out no path to the lost file', async () => {
    const dataDir = temporaryFolder()
    putRelease(dataDir, sampleRelease('a'))
    point(dataDir, 'a')
    const { store, problems } = openStore(dataDir)
    expect(store.findArtifactFile('terrain', 't-a')).toBe(join(dataDir, 'releases/a/terrain.pmtiles'))
    rmSync(join(dataDir, 'releases/a'), { recursive: true })
    expect(store.findArtifactFile('terrain', 't-a')).toBeNull()
    await until(() => problems.length > 0)
    expect(problems[0]).toContain('The folder of the live release a was removed')
    expect(store.findLive()?.id).toBe('a')
  })

  test('finds artifact files of kept releases by version only, and never leaves the data folder', () => {
    const dataDir = temporaryFolder()
    for (const id of ['a', 'b']) putRelease(dataDir, sampleRelease(id))
    mkdirSync(join(dataDir, 'secret'))
    writeFileSync(join(dataDir, 'secret/terrain.pmtiles'), 'x')
    point(dataDir, 'b', [retiredAs('a')])
    const { store } = openStore(dataDir)
    expect(store.findArtifactFile('terrain', 't-a')).toBe(join(dataDir, 'releases/a/terrain.pmtiles'))
    const hostile = [
      '',
      '.',
      '..',
      '../secret',
      '../../secret',
      '/etc/passwd',
      't-a/../../secret',
      't-a\0',
      '__proto__',
      'constructor',
      '%2e%2e',
      'current',
      'T-A',
      `${'a'.repeat(10_000)}`,
    ]
    for (const text of hostile) {
      expect(store.findArtifactFile('terrain', text), text).toBeNull()
      expect(store.findArtifactFile(text, 't-a'), text).toBeNull()
    }
    expect(store.findArtifactFile('network', 't-a')).toBeNull()
  })
})
