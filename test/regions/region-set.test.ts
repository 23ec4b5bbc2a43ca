import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { artifactStatus } from '../../src/releases/artifact-status.ts'
import { buildManifest } from '../../src/releases/manifest.ts'
import { createJointReleases, joinReleases, openRegionSet, type RegionSet } from '../../src/regions/region-set.ts'
import { point, putRelease, sampleRelease, temporaryFolder } from '../map/style/sample-release.ts'

let set: RegionSet
afterEach(() => set.close())

/** Publishes a release as the region of that name; an empty name is the data folder itself. */
function publish(dataDir: string, region: string, id: string, more: object = {}): void {
  const folder = region === '' ? dataDir : join(dataDir, 'regions', region)
  mkdirSync(folder, { recursive: true })
  putRelease(folder, { ...sampleRelease(id), ...more })
  point(folder, id)
}
function open(dataDir: string, problems: string[] = []): RegionSet {
  return (set = openRegionSet(dataDir, { keep: 2, onProblem: (sentence) => problems.push(sentence) }))
}
const namesOf = () => set.list().map(({ name }) => name)

describe('the regions of a data folder', () => {
  test('a data folder with one release is that release, to the object', () => {
    const dataDir = temporaryFolder()
    publish(dataDir, '', 'old-1')
    const releases = createJointReleases(open(dataDir))
    expect(namesOf()).toEqual([''])
    expect(releases.findLive()).toBe(set.list()[0].releases.findLive())
    expect(releases.listRegions!()).toHaveLength(1)
  })

  test('one region with a name may be the only one', () => {
    const dataDir = temporaryFolder()
    publish(dataDir, 'alps', 'alps-1')
    const releases = createJointReleases(open(dataDir))
    expect(namesOf()).toEqual(['alps'])
    expect(releases.findLive()?.id).toBe('alps-1')
  })

  test('several are joined: the box around all, the oldest artifact of a name, and each under its region', () => {
    const dataDir = temporaryFolder()
    publish(dataDir, 'b', 'b-1', { bbox: [3, 44, 4, 45] })
    publish(dataDir, 'a', 'a-1')
    const releases = createJointReleases(open(dataDir))
    expect(namesOf()).toEqual(['a', 'b'])
    const live = releases.findLive()!
    expect(live.bbox).toEqual([1, 42, 4, 45])
    expect(live.name).toBe('a, b')
    expect(live.artifacts.map(({ name }) => name)).toEqual([
      'network',
      'terrain',
      'network@a',
      'terrain@a',
      'network@b',
      'terrain@b',
    ])
    expect(live.attributions).toHaveLength(1)
    expect(releases.findArtifactFile('terrain', 't-b-1')).toContain(join('regions', 'b', 'releases', 'b-1'))
    expect(releases.findLive()).toBe(live)
  })

  test('a new release of one, and a new region, are taken up and leave the others alone', () => {
    const dataDir = temporaryFolder()
    publish(dataDir, 'a', 'a-1')
    publish(dataDir, 'b', 'b-1')
    const releases = createJointReleases(open(dataDir))
    const [a, b] = set.list()
    const [before, ofB] = [releases.findLive()!.id, b.releases.findLive()]
    publish(dataDir, 'a', 'a-2')
    publish(dataDir, 'c', 'c-1')
    set.refresh()
    expect(namesOf()).toEqual(['a', 'b', 'c'])
    expect(a.releases.findLive()?.id).toBe('a-2')
    expect(b.releases.findLive()).toBe(ofB)
    expect(releases.findLive()!.id).not.toBe(before)
    expect(releases.listKept().map(({ id }) => id)).toContain('c-1')
  })

  test('a made-up region of the data folder itself is not served beside others', () => {
    const dataDir = temporaryFolder()
    publish(dataDir, '', 'demo-1', { synthetic: true })
    open(dataDir)
    expect(namesOf()).toEqual([''])
    publish(dataDir, 'a', 'a-1')
    set.refresh()
    expect(namesOf()).toEqual(['a'])
  })

  test('a folder with a name that no region has is reported once and not served', () => {
    const dataDir = temporaryFolder()
    publish(dataDir, 'Alps & more', 'a-1')
    const problems: string[] = []
    open(dataDir, problems)
    set.refresh()
    expect(namesOf()).toEqual([])
    expect(problems).toEqual([expect.stringContaining('regions/Alps & more is not served')])
  })
})

describe('a joint release', () => {
  const dated = (id: string, sourceTs: string | null) => {
    const release = sampleRelease(id)
    return {
      ...release,
      artifacts: release.artifacts.map((one) => ({ ...one, sourceTs, file: `${one.name}.pmtiles` })),
    }
  }

  test('never seems fresher than its oldest part, and an unknown date is the oldest', () => {
    open(temporaryFolder())
    const [older, newer, unknown] = [
      dated('o', '2025-01-01T00:00:00Z'),
      dated('n', '2026-01-01T00:00:00Z'),
      dated('u', null),
    ]
    const stateOf = (...releases: (typeof older)[]) =>
      artifactStatus(
        joinReleases(releases.map((release) => ({ region: release.id, release }))),
        new Map([['terrain', 100]]),
        Date.parse('2026-02-01T00:00:00Z'),
      ).artifacts
    expect(stateOf(newer, older).get('terrain')?.state).toBe('stale')
    expect(stateOf(newer, older).get('terrain@n')?.state).toBe('fresh')
    expect(stateOf(newer, unknown).get('terrain')?.state).toBe('unknown')
  })

  test('the manifest has the archive of every region at an address that is served', () => {
    open(temporaryFolder())
    const [a, b] = ['a', 'b'].map((id) => {
      const release = dated(id, null)
      const more = ['basemap', 'styles'].map((name) => ({ ...release.artifacts[0], name, version: `${name}-${id}` }))
      return { region: id, release: { ...release, artifacts: [...release.artifacts, ...more] } }
    })
    const { artifacts } = buildManifest(joinReleases([a, b]), 'http://x')
    expect(artifacts.get('basemap@b')?.url).toBe('http://x/pmtiles/basemap-b/basemap.pmtiles')
    expect(artifacts.get('styles')?.version).toMatch(/^joint-/)
    expect(artifacts.get('styles@a')?.version).toBe('styles-a')
  })
})
