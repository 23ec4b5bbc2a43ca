// Killed at any moment, the old release still serves: kill -9 of the real import at moments spread over its whole run
// and at every step of its publication. After each kill the store opens a whole release, and a following import
// succeeds.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { PUBLISH_STEPS } from '../../src/import/publish-release.ts'
import { runReleasesCommand } from '../../src/import/releases-command.ts'
import { openReleaseStore } from '../../src/releases/release-store.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { runImportCommand, type RunOptions } from './import-command.ts'
import { runImportHere, writeSampleHeights, writeSampleMap } from './sample-input.ts'
import { caseCount } from '../support/case-count.ts'

const MOMENTS = caseCount(2, 18)

const input = temporaryFolder()
const map = writeSampleMap(input)
const heights = writeSampleHeights(input)

const runInto = (dataDir: string, name: string, options: RunOptions = {}) =>
  runImportCommand([map, '--dem', heights, '--name', name, '--data', dataDir], options)
/** An import that nobody kills needs no process of its own. */
const runWhole = (dataDir: string, name: string) =>
  runImportHere([map, '--dem', heights, '--name', name, '--data', dataDir])

/** Name of the live release, after checking that it is whole and nothing is wrong with the pointer. */
function liveNameIn(dataDir: string): string | undefined {
  const problems: string[] = []
  const store = openReleaseStore(dataDir, { keep: 10, onProblem: (sentence) => problems.push(sentence) })
  const live = store.findLive()
  store.close()
  expect(problems).toEqual([])
  if (live !== null)
    for (const { name, version } of live.artifacts) expect(store.findArtifactFile(name, version)).not.toBeNull()
  return live?.name
}

describe('an import that is killed', () => {
  const dataDir = temporaryFolder()
  let wholeMs = 0
  beforeAll(async () => {
    const whole = await runInto(dataDir, 'old')
    expect(whole.status).toBe(0)
    wholeMs = whole.durationMs
  })

  test(`leaves the old release serving, or the new one whole, at ${MOMENTS} moments spread over its run`, async () => {
    let serving = 'old'
    let killed = 0
    for (let attempt = 0; killed < MOMENTS && attempt < MOMENTS * 3; attempt++) {
      const name = `new ${attempt}`
      const ended = await runInto(dataDir, name, { killAfterMs: (wholeMs * (killed + 0.5)) / MOMENTS })
      const live = liveNameIn(dataDir)
      if (ended.signal === 'SIGKILL') {
        killed++
        expect([serving, name]).toContain(live)
      } else {
        // quicker than measured: it ended before its moment, which is tried again
        expect([ended.status, live]).toEqual([0, name])
        wholeMs = Math.min(wholeMs, ended.durationMs)
      }
      serving = live!
    }
    expect(killed).toBe(MOMENTS)
    const after = await runWhole(dataDir, 'after')
    expect(after).toMatchObject({ status: 0 })
    expect(liveNameIn(dataDir)).toBe('after')
    expect(readdirSync(join(dataDir, 'building'))).toEqual([])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('import.lock'))).toEqual([])
  })

  // one folder for all steps: the release after one stop is the old one of the next
  test.each(PUBLISH_STEPS)(
    'leaves one whole release serving right after the step "%s", and the next import cleans up',
    async (step) => {
      const old = liveNameIn(dataDir)
      const before = new Set(readdirSync(join(dataDir, 'releases')))
      const stopped = await runInto(dataDir, `stopped ${step}`, {
        script: join(import.meta.dirname, 'import-stopped-at.ts'),
        env: { STOP_AT: step },
      })
      expect(stopped.signal).toBe('SIGKILL')
      const isPromoted = PUBLISH_STEPS.indexOf(step) >= PUBLISH_STEPS.indexOf('promoted')
      expect(liveNameIn(dataDir)).toBe(isPromoted ? `stopped ${step}` : old)
      expect((await runWhole(dataDir, `next ${step}`)).status).toBe(0)
      expect(liveNameIn(dataDir)).toBe(`next ${step}`)
      const added = readdirSync(join(dataDir, 'releases'))
        .filter((id) => !before.has(id))
        .map((id) => id.split('-')[0])
        .sort()
      expect(added).toEqual(isPromoted ? ['next', 'stopped'] : ['next'])
      expect(readdirSync(join(dataDir, 'building'))).toEqual([])
      expect(readdirSync(dataDir).sort()).toEqual(['building', 'live.json', 'releases'])
    },
  )

  test('leaves nothing live where there was nothing, and the next import is the first', async () => {
    const folder = temporaryFolder()
    const stopped = await runInto(folder, 'new', {
      script: join(import.meta.dirname, 'import-stopped-at.ts'),
      env: { STOP_AT: 'moved' },
    })
    expect(stopped.signal).toBe('SIGKILL')
    expect(liveNameIn(folder)).toBeUndefined()
    expect((await runWhole(folder, 'next')).status).toBe(0)
    expect(liveNameIn(folder)).toBe('next')
  })
})

/** Versions of the live release's files, which are hashes of their content. */
function liveVersionsIn(dataDir: string) {
  const store = openReleaseStore(dataDir, { keep: 10, onProblem: expect.unreachable })
  const versions = store.findLive()!.artifacts.map(({ name, version }) => [name, version])
  store.close()
  return versions
}

describe('an import that is started again after a kill', () => {
  const PASSES = ['network', 'catalogue', 'basemap', 'terrain', 'contours', 'trails']
  const ownInput = temporaryFolder()
  const ownHeights = writeSampleHeights(ownInput)
  const words = (dataDir: string) => {
    const path = join(ownInput, 'net.osm.pbf')
    return [path, '--dem', ownHeights, '--name', 'same', '--data', dataDir]
  }
  const keptIn = (stderr: string) => PASSES.filter((pass) => stderr.includes(`${pass}: kept from the import before`))
  const stopAfter = (pass: string, dataDir: string) =>
    runImportCommand(words(dataDir), {
      script: join(import.meta.dirname, 'import-stopped-at.ts'),
      env: { STOP_AT: pass },
    })

  test('after each of its passes goes on with it, and publishes the bytes of one that nobody killed', async () => {
    writeSampleMap(ownInput)
    const whole = temporaryFolder()
    expect(await runImportHere(words(whole))).toMatchObject({ status: 0 })
    const dataDir = temporaryFolder()
    for (const [done, pass] of PASSES.entries()) {
      const stopped = await stopAfter(pass, dataDir)
      expect(stopped.signal).toBe('SIGKILL')
      expect(keptIn(stopped.stderr)).toEqual(PASSES.slice(0, done))
    }
    const last = await runImportHere(words(dataDir))
    expect(last).toMatchObject({ status: 0 })
    expect(keptIn(last.stderr)).toEqual(PASSES)
    for (const stage of ['ways and relations', 'places and trails', 'vector tiles', 'terrain tiles'])
      expect(last.stdout.split('Stages')[1]).not.toContain(stage)
    expect(liveVersionsIn(dataDir)).toEqual(liveVersionsIn(whole))
    expect(readdirSync(join(dataDir, 'building'))).toEqual([])
  })

  test('starts over where a map file is another one, and after `prune`', async () => {
    const dataDir = temporaryFolder()
    writeSampleMap(ownInput)
    await stopAfter('basemap', dataDir)
    writeSampleMap(ownInput, 'net.osm.pbf', { rows: 7 })
    const whole = temporaryFolder()
    expect(await runImportHere(words(whole))).toMatchObject({ status: 0 })
    const next = await runImportHere(words(dataDir))
    expect([next.status, keptIn(next.stderr)]).toEqual([0, []])
    expect(liveVersionsIn(dataDir)).toEqual(liveVersionsIn(whole))
    await stopAfter('network', dataDir)
    expect(readdirSync(join(dataDir, 'building', 'passes'))).toEqual(['network.pass'])
    await runReleasesCommand(['prune', '--data', dataDir], {}, { output: { write: () => true } })
    expect(readdirSync(dataDir)).not.toContain('building')
  })
})
