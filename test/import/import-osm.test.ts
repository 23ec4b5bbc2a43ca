// The real command on small real files: what it publishes, and one clear sentence, exit status 1 and nothing published
// for everything that can be wrong with its input. Where nothing depends on the process it runs in this one.

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { worldX, worldY } from '../../src/geo/web-mercator.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { openReleaseStore } from '../../src/releases/release-store.ts'
import { TileArchiveWriter } from '../../src/storage/archive/archive-writer.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { runReleasesCommand } from '../../src/import/releases-command.ts'
import { tryRelease } from '../../src/import/try-release.ts'
import { runImportCommand, type RunOptions } from './import-command.ts'
import { runImportHere, writeSampleHeights, writeSampleMap, type Ended } from './sample-input.ts'
import { heightM, plainColumns } from '../support/plain-columns.ts'

const input = temporaryFolder()
const map = writeSampleMap(input)
const heights = writeSampleHeights(input)
const canMount = (() => {
  try {
    execFileSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', input], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

const openGraph = (path: string) => {
  const bytes = readFileSync(path)
  return RoutingGraph.from(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer)
}

function publishedIn(dataDir: string) {
  const problems: string[] = []
  const store = openReleaseStore(dataDir, { keep: 10, onProblem: (sentence) => problems.push(sentence) })
  const kept = store.listKept()
  store.close()
  return { kept, problems }
}

describe('npm run import', () => {
  const dataDir = temporaryFolder()
  const openMeanwhile = openReleaseStore(dataDir, { keep: 2 })
  const news = new Promise<string>((resolve) => openMeanwhile.onChange((live) => resolve(live.name)))
  let first: Ended
  beforeAll(async () => {
    expect(openMeanwhile.isEmpty()).toBe(true)
    first = await runImportCommand([
      map,
      '--dem',
      heights,
      '--name',
      'Netz',
      '--data',
      dataDir,
      '--dem-attribution',
      'Heights by us',
    ])
  })

  test('publishes a release with network, terrain and manifest, and says so', () => {
    expect(first).toMatchObject({ status: 0, signal: null })
    const {
      kept: [live, ...others],
      problems,
    } = publishedIn(dataDir)
    expect([others, problems]).toEqual([[], []])
    expect(live.id).toMatch(/^netz-\d{8}T\d{6}-[0-9a-f]{8}$/)
    expect(readdirSync(join(dataDir, 'releases', live.id)).sort()).toEqual([
      'basemap.pmtiles',
      'catalogue.sqlite',
      'contours.pmtiles',
      'manifest.json',
      'network.bin',
      'styles.json',
      'terrain.pmtiles',
    ])
    expect(live).toMatchObject({ name: 'Netz', synthetic: false })
    expect(live.artifacts.map(({ name, sourceTs }) => [name, sourceTs])).toEqual([
      ['network', '2025-06-15T15:06:40.000Z'],
      ['terrain', null],
      ['catalogue', '2025-06-15T15:06:40.000Z'],
      ['basemap', '2025-06-15T15:06:40.000Z'],
      ['contours', null],
      ['styles', null],
    ])
    expect(live.attributions.map(({ text }) => text)).toEqual(['© OpenStreetMap contributors', 'Heights by us'])
    expect(live.example?.waypoints).toHaveLength(2)
    expect(first.stdout).toContain(`Published ${live.id}`)
    expect(readdirSync(dataDir).sort()).toEqual(['building', 'live.json', 'releases'])
    expect(readdirSync(join(dataDir, 'building'))).toEqual([])
  })

  test('writes a network with heights, hierarchy and snap index that the server can open', () => {
    const [live] = publishedIn(dataDir).kept
    const graph = openGraph(join(dataDir, 'releases', live.id, 'network.bin'))
    expect([graph.nodeCount, graph.edgeCount]).toEqual([81, 144])
    expect(Object.keys(graph.extra)).toEqual(expect.arrayContaining(['cchRank', 'snapGroups']))
    const columns = plainColumns(graph)
    for (let point = 0; point < columns.shapeLonE7.length; point++)
      expect(heightM(columns, point)).toBeGreaterThanOrEqual(1000)
  })

  test('says what was read, kept and ignored, the share of heights, files with versions, and the time of network and terrain apart', () => {
    const [live] = publishedIn(dataDir).kept
    expect(first.stdout).toMatch(/net\.osm\.pbf, \d+ bytes/)
    expect(first.stdout).toContain('81 nodes, 18 ways, 0 relations')
    expect(first.stdout).toContain("known at 100 % of the network's points")
    for (const { version } of live.artifacts) expect(first.stdout).toContain(`version ${version}`)
    expect(first.stdout).toMatch(/^  edges and heights +[\d.]+ s +[\d.]+ s +[\d.]+ MB +[\d.]+ MB$/m)
    expect(first.stdout).toMatch(/^  terrain tiles +[\d.]+ s/m)
    expect(first.stdout).toMatch(/peak memory [\d.]+ MB/)
  })

  test('gives the same versions to the same content, under any name, and keeps the release before', async () => {
    const again = await runImportHere([
      map,
      '--dem',
      heights,
      '--name',
      'other',
      '--data',
      dataDir,
      '--dem-attribution',
      'Heights by us',
    ])
    expect(again.status).toBe(0)
    const {
      kept: [live, before],
    } = publishedIn(dataDir)
    expect([live.name, before.name]).toEqual(['other', 'Netz'])
    expect(live.artifacts.map(({ version }) => version)).toEqual(before.artifacts.map(({ version }) => version))
  })

  test('is taken up by a store that is open meanwhile, without being asked', async () => {
    expect(await news).toBe('Netz')
    openMeanwhile.close()
  })

  test('makes several maps one release', async () => {
    const folder = temporaryFolder()
    const east = writeSampleMap(input, 'east.osm.pbf', { lon: 1.6, firstId: 1000 })
    expect((await runImportHere([map, east, '--dem', heights, '--name', 'two', '--data', folder])).status).toBe(0)
    expect(openGraph(join(folder, 'releases', publishedIn(folder).kept[0].id, 'network.bin')).edgeCount).toBe(288)
  })

  test('refuses a release that lost a tenth of anything, which stays unpublished until that is accepted', async () => {
    const folder = temporaryFolder()
    const words = (file: string) => [file, '--dem', heights, '--name', 'net', '--data', folder]
    const roads = writeSampleMap(temporaryFolder(), 'roads.osm.pbf', { tags: { highway: 'path', name: 'x' } })
    expect((await runImportHere(words(roads))).status).toBe(0)
    const [before] = publishedIn(folder).kept
    const few = writeSampleMap(temporaryFolder(), 'few.osm.pbf', { tags: { highway: 'path' }, rows: 6 })
    const refused = await runImportHere(words(few))
    expect(refused.status).toBe(1)
    expect(refused.stderr).toMatch(/would shrink by more than 10 %: .* edges instead of .*--accept-shrink/)
    expect(publishedIn(folder).kept.map(({ id }) => id)).toEqual([before.id])
    const accepted = await runImportHere([...words(few), '--accept-shrink'])
    expect(accepted.status).toBe(0)
    expect(accepted.stdout).toMatch(/Beside the release before\n +\d+ {2}edges, \d+ before/)
    const [live] = publishedIn(folder).kept
    expect(live.id).not.toBe(before.id)

    const releases = (line: string) => runReleasesCommand([...line.split(' '), '--data', folder], {})
    expect(await releases('list')).toMatch(new RegExp(`^live +${live.id} .*\nretired +${before.id} `))
    expect(await releases('rollback')).toMatch(new RegExp(`^${before.id} is live again in place of ${live.id}`))
    expect(publishedIn(folder).kept.map(({ id }) => id)).toEqual([before.id, live.id])
    expect(await releases('prune --keep 0'), 'running servers may still read it').toBe('Nothing to remove.')
    const soon = Date.now() + 3_600_000
    expect(await runReleasesCommand(['prune', '--keep', '0', '--data', folder], {}, { nowMs: soon })).toBe(
      `Removed: ${live.id}.`,
    )
    await expect(releases('rollback')).rejects.toThrow(/There is no retired release|no release before/)
    await expect(releases(`rollback ${before.id}`)).rejects.toThrow(/is live already/)

    const published = join(folder, 'releases', before.id)
    await tryRelease(published, before, null)
    const lost = {
      ...before,
      example: { waypoints: [before.example!.waypoints[0], [1.9, 42.9]] as [number, number][] },
    }
    await expect(tryRelease(published, { ...lost, bbox: [1, 42, 2, 43] }, null)).rejects.toThrow(
      /does not answer a route/,
    )
    writeFileSync(join(published, 'terrain.pmtiles'), 'PM')
    await expect(tryRelease(published, before, null)).rejects.toThrow(/does not answer a height/)
  })

  test('takes a height file that covers a part, says the share, and leaves the other heights unknown', async () => {
    const folder = temporaryFolder()
    // the net lies in rows 561..600 of the tile: the southern half of it is void here
    const half = writeSampleHeights(temporaryFolder(), 'N42E001.hgt', (row) => (row > 580 ? -32768 : 1500))
    const ended = await runImportHere([map, '--dem', half, '--name', 'part', '--data', folder])
    expect(ended.status).toBe(0)
    const percent = Number(/known at ([\d.]+) % of the network's points/.exec(ended.stdout)![1])
    expect(percent).toBeGreaterThan(30)
    expect(percent).toBeLessThan(70)
    const graph = openGraph(join(folder, 'releases', publishedIn(folder).kept[0].id, 'network.bin'))
    const known = Array.from(plainColumns(graph).shapeLonE7, (_, point) => heightM(plainColumns(graph), point))
    expect(new Set(known)).toEqual(new Set([1500, null]))
    expect(known.filter((height) => height !== null).length / known.length).toBeCloseTo(percent / 100, 2)
  })

  test('marks the demo region as synthetic wherever it comes from', async () => {
    const folder = temporaryFolder()
    const demo = writeSampleMap(input, 'demo.osm.pbf', { writingProgram: 'waypost-demo (synthetic)' })
    expect((await runImportHere([demo, '--dem', heights, '--name', 'x', '--data', folder])).status).toBe(0)
    const [live] = publishedIn(folder).kept
    expect(live.synthetic).toBe(true)
    expect(live.attributions.map(({ text }) => text).join()).toMatch(/^Synthetic demo region/)
  })

  test('takes the basemap out of a named archive, with its attribution', async () => {
    const folder = temporaryFolder()
    const archive = join(temporaryFolder(), 'planet.pmtiles')
    const writer = await TileArchiveWriter.create(archive)
    for (let z = 0; z <= 8; z++)
      await writer.add(z, Math.floor(2 ** z * worldX(1.51)), Math.floor(2 ** z * worldY(42.51)), gzipSync(`tile ${z}`))
    await writer.finish(
      'mvt',
      { attribution: '<a href="x">&copy; Somebody</a>', vector_layers: [{ id: 'roads' }] },
      [-180, -85, 180, 85],
    )
    const ended = await runImportHere([map, '--dem', heights, '--name', 'x', '--data', folder, '--basemap', archive])
    expect(ended).toMatchObject({ status: 0 })
    expect(ended.stdout).toMatch(/cut out of planet\.pmtiles: zoom 0 to 8, \d+ tiles; layers roads/)
    const [live] = publishedIn(folder).kept
    expect(live.attributions.map(({ text }) => text)).toContain('© Somebody')
    expect(live.artifacts.find(({ name }) => name === 'basemap')).toMatchObject({
      file: 'basemap.pmtiles',
      sourceTs: null,
    })
  })

  test('prints its help', async () => {
    const ended = await runImportCommand(['--help'])
    expect(ended).toMatchObject({ status: 0, stderr: '' })
    expect(ended.stdout).toContain('npm run import -- FILE.osm.pbf')
  })
})

describe('npm run import refuses, with one sentence, status 1 and nothing published,', () => {
  /** `make` returns the words of the command without --data. With `options` it runs as a process of its own. */
  async function expectRefused(
    make: (folder: string) => string[],
    sentence: RegExp,
    options?: RunOptions,
  ): Promise<void> {
    const dataDir = temporaryFolder()
    chmodSync(dataDir, 0o777)
    const words = [...make(temporaryFolder()), '--data', dataDir]
    const ended = options === undefined ? await runImportHere(words) : await runImportCommand(words, options)
    const said = ended.stderr.split('\n').filter((line) => line !== '' && !line.endsWith(' ...'))
    expect(said, ended.stdout).toHaveLength(1)
    expect(said[0]).toMatch(sentence)
    expect(said[0]).not.toMatch(/undefined|null|\[object|Error:|at .*\.ts:/)
    expect(ended).toMatchObject({ status: 1, stdout: '' })
    expect(publishedIn(dataDir).kept).toEqual([])
    const left = existsSync(dataDir)
      ? readdirSync(dataDir, { recursive: true })
          .map(String)
          .filter((path) => !['building', 'releases'].includes(path))
      : []
    expect(left).toEqual([])
  }
  const rest = ['--dem', heights, '--name', 'x']
  const fileOf = (folder: string, name: string, content: string | Buffer): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }

  test('a map file that is not there', () =>
    expectRefused(
      () => [join(input, 'none.osm.pbf'), ...rest],
      /none\.osm\.pbf does not exist: check its name and folder\. Nothing was published\.$/,
      {},
    ))

  test.each<[string, (folder: string) => string[], RegExp]>([
    ['a folder as map file', () => [input, ...rest], /is a folder: name the file in it\./],
    [
      'an empty map file',
      (folder) => [fileOf(folder, 'a.osm.pbf', ''), ...rest],
      /a\.osm\.pbf is empty: download it again\./,
    ],
    ['the same map file twice', () => [map, map, ...rest], /net\.osm\.pbf is given twice/],
    [
      'a web page named .pbf',
      (folder) => [
        fileOf(folder, 'page.osm.pbf', `<!DOCTYPE html><html><body>${'Not found '.repeat(100)}</body></html>`),
        ...rest,
      ],
      /page\.osm\.pbf.*web page/,
    ],
    [
      'noise named .pbf',
      (folder) => [fileOf(folder, 'noise.osm.pbf', Buffer.alloc(5000, 0x5a)), ...rest],
      /noise\.osm\.pbf.*not an OSM PBF file/,
    ],
    [
      'a map without roads',
      (folder) => [writeSampleMap(folder, 'sea.osm.pbf', { tags: { natural: 'coastline' } }), ...rest],
      /^There are no roads or paths inside sea\.osm\.pbf\. Nothing was published\.$/,
    ],
    [
      'a map of motorways only',
      (folder) => [writeSampleMap(folder, 'm.osm.pbf', { tags: { highway: 'motorway' } }), ...rest],
      /^There are no roads or paths inside m\.osm\.pbf\./,
    ],
    [
      'a height file that is not there',
      () => [map, '--dem', join(input, 'N00E000.hgt'), '--name', 'x'],
      /N00E000\.hgt does not exist/,
    ],
    [
      'an HGT of wrong size',
      (folder) => [map, '--dem', fileOf(folder, 'N42E001.hgt', Buffer.alloc(1_000_000)), '--name', 'x'],
      /N42E001\.hgt has 1000000 bytes/,
    ],
    [
      'a web page named .hgt',
      (folder) => [map, '--dem', fileOf(folder, 'N42E001.hgt', '<html></html>'), '--name', 'x'],
      /N42E001\.hgt.*web page/,
    ],
    [
      'a text file as heights',
      (folder) => [map, '--dem', fileOf(folder, 'heights.txt', 'hello'), '--name', 'x'],
      /heights\.txt is not a height file/,
    ],
    ['a folder without height files', (folder) => [map, '--dem', folder, '--name', 'x'], /folder without height files/],
    [
      'a height file of another place',
      (folder) => [map, '--dem', writeSampleHeights(folder, 'N10E010.hgt'), '--name', 'x'],
      /cover 0 % of the network/,
    ],
    [
      'a height file that is void all over the network',
      (folder) => [
        map,
        '--dem',
        writeSampleHeights(folder, 'N42E001.hgt', (row) => (row > 300 ? -32768 : 5)),
        '--name',
        'x',
      ],
      /cover 0 % of the network/,
    ],
    ['a wrong option', () => [map, ...rest, '--frobnicate'], /^There is no option --frobnicate/],
    ['no name', () => [map, '--dem', heights], /^No name was given/],
  ])('%s', (_what, make, sentence) => expectRefused(make, sentence))

  test.each([0.02, 0.3, 0.6, 0.99])('a map file cut at %d of its length', (share) =>
    expectRefused((folder) => {
      const cut = join(folder, 'cut.osm.pbf')
      copyFileSync(map, cut)
      truncateSync(cut, Math.floor(readFileSync(map).length * share))
      return [cut, ...rest]
    }, /cut\.osm\.pbf.*cut short/),
  )

  test('a map file with damaged bytes in the middle', () =>
    expectRefused((folder) => {
      const bytes = readFileSync(map)
      bytes.fill(0xff, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 40)
      return [fileOf(folder, 'bad.osm.pbf', bytes), ...rest]
    }, /bad\.osm\.pbf.*damaged/))

  test('a map file that this user may not read', () =>
    expectRefused(
      (folder) => {
        chmodSync(folder, 0o755)
        const path = join(folder, basename(map))
        copyFileSync(map, path)
        chmodSync(path, 0o000)
        return [path, ...rest]
      },
      /net\.osm\.pbf cannot be read by this user: change its permissions\./,
      process.getuid?.() === 0 ? { uid: 65534 } : {},
    ))

  test('a basemap that is none, before any work', () =>
    expectRefused(
      (folder) => [map, ...rest, '--basemap', fileOf(folder, 'page.pmtiles', '<html>'.repeat(99))],
      /page\.pmtiles is not a PMTiles archive\. Nothing was published\.$/,
    ))
  test('a basemap that is not there', () =>
    expectRefused(() => [map, ...rest, '--basemap', 'missing.pmtiles'], /The basemap missing\.pmtiles does not exist/))
  test('a basemap of an address where nobody is', () =>
    expectRefused(() => [map, ...rest, '--basemap', 'ftp://example.org/x.pmtiles'], /use http:\/\/ or https:\/\//))

  test('a data folder that is a file', async () => {
    const file = fileOf(temporaryFolder(), 'data', 'x')
    const ended = await runImportHere([map, ...rest, '--data', file])
    expect(ended).toMatchObject({ status: 1, stdout: '' })
    expect(ended.stderr).toMatch(/data is in the way.*Nothing was published\.\n$/)
    expect(readFileSync(file, 'utf8')).toBe('x')
  })

  // full in the network, in the terrain and in the catalogue; for the steps after them see publish-release.test.ts
  test.skipIf(!canMount).each([24, 60, 100])(
    'a full disk of %d KB (needs the right to mount a tmpfs)',
    async (sizeKb) => {
      const dataDir = temporaryFolder()
      const left = join(temporaryFolder(), 'left')
      const script = fileOf(
        temporaryFolder(),
        'then-list.sh',
        `"$@"; status=$?; ls -R ${dataDir}/building ${dataDir}/releases > ${left}; exit $status`,
      )
      const ended = await runImportCommand([map, ...rest, '--data', dataDir], {
        before: `mount -t tmpfs -o size=${sizeKb}k tmpfs ${dataDir} && set -- sh ${script} "$@"`,
      })
      expect(ended).toMatchObject({ status: 1, stdout: '' })
      expect(ended.stderr.trim().split('\n').at(-1)).toMatch(
        /^The disk of .* is full during ".*": free some space and import again\. Nothing was published\.$/,
      )
      expect(
        readFileSync(left, 'utf8')
          .split('\n')
          .filter((line) => line !== '' && !line.endsWith(':')),
      ).toEqual([])
    },
  )

  test('a second import into the same folder while one is at work', async () => {
    const dataDir = temporaryFolder()
    mkdirSync(dataDir, { recursive: true })
    const both = await Promise.all([1, 2].map(() => runImportCommand([map, ...rest, '--data', dataDir])))
    const refused = both.filter(({ status }) => status === 1)
    for (const { stderr } of refused)
      expect(stderr.trim().split('\n').at(-1)).toMatch(
        /^Another import \(pid \d+, since .*\) is working in .*: wait for it to end, then start again\. Nothing was published\.$/,
      )
    expect(both.some(({ status }) => status === 0)).toBe(true)
    expect(publishedIn(dataDir).kept).toHaveLength(2 - refused.length)
  })
})
