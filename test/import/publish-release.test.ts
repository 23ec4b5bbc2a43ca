import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  makeBuildingFolder,
  publishRelease,
  PUBLISH_STEPS,
  type PublishOptions,
  type PublishStep,
} from '../../src/import/publish-release.ts'
import { openReleaseStore } from '../../src/releases/release-store.ts'
import { sampleRelease, temporaryFolder } from '../map/style/sample-release.ts'

const T0 = Date.parse('2026-01-01T00:00:00Z')

function publish(dataDir: string, id: string, options: Partial<PublishOptions> & { afterS?: number } = {}): string[] {
  const folder = makeBuildingFolder(dataDir, `building-${id}`)
  const release = sampleRelease(id, new Date(T0 + (options.afterS ?? 0) * 1000).toISOString())
  for (const { file } of release.artifacts) writeFileSync(join(folder, file!), id)
  const { removed, problems } = publishRelease(dataDir, folder, release, {
    keep: 2,
    nowMs: T0 + (options.afterS ?? 0) * 1000,
    confirm: () => {},
    ...options,
  })
  expect(problems).toEqual([])
  return removed
}

function served(dataDir: string): { ids: string[]; problems: string[] } {
  const problems: string[] = []
  const store = openReleaseStore(dataDir, { keep: 10, onProblem: (sentence) => problems.push(sentence) })
  const ids = store.listKept().map((release) => release.id)
  store.close()
  return { ids, problems }
}

describe('publishRelease', () => {
  test('makes the folder live and leaves nothing behind', () => {
    const dataDir = temporaryFolder()
    expect(publish(dataDir, 'a')).toEqual([])
    expect(served(dataDir)).toEqual({ ids: ['a'], problems: [] })
    expect(readdirSync(dataDir).sort()).toEqual(['building', 'live.json', 'releases'])
    expect(readdirSync(join(dataDir, 'building'))).toEqual([])
    expect(JSON.parse(readFileSync(join(dataDir, 'live.json'), 'utf8'))).toEqual({
      schema: 'waypost-live/1',
      release: 'a',
      promotedAt: '2026-01-01T00:00:00.000Z',
      retired: [],
    })
  })

  test('removes retired releases beyond keep, oldest first', () => {
    const dataDir = temporaryFolder()
    const removed = ['a', 'b', 'c', 'd', 'e'].map((id, i) => publish(dataDir, id, { afterS: i * 3600 }))
    // the third oldest retired an hour before
    expect(removed).toEqual([[], [], [], ['a'], ['b']])
    expect(served(dataDir).ids).toEqual(['e', 'd', 'c'])
    expect(readdirSync(join(dataDir, 'releases')).sort()).toEqual(['c', 'd', 'e'])
  })

  test('leaves alone what retired less than 60 s ago, and removes it at a later publication', () => {
    const dataDir = temporaryFolder()
    publish(dataDir, 'a', { keep: 0 })
    expect(publish(dataDir, 'b', { keep: 0, afterS: 10 })).toEqual([])
    expect(publish(dataDir, 'c', { keep: 0, afterS: 69 })).toEqual([])
    expect(publish(dataDir, 'd', { keep: 0, afterS: 70 })).toEqual(['a'])
    expect(publish(dataDir, 'e', { keep: 0, afterS: 1000 })).toEqual(['c', 'b'])
    expect(readdirSync(join(dataDir, 'releases')).sort()).toEqual(['d', 'e'])
  })

  test('never removes anything while a clock that ran backwards makes its age negative', () => {
    const dataDir = temporaryFolder()
    publish(dataDir, 'a', { keep: 0, afterS: 5000 })
    publish(dataDir, 'b', { keep: 0, afterS: 5001 })
    expect(publish(dataDir, 'c', { keep: 0, afterS: 100 })).toEqual([])
  })

  test.each(PUBLISH_STEPS.slice(0, 4))(
    'serves the old release where it fails after "%s", and leaves nothing live by half',
    (last: PublishStep) => {
      const dataDir = temporaryFolder()
      publish(dataDir, 'a')
      const failing = () =>
        publish(dataDir, 'b', {
          afterS: 5,
          onStep: (step) => {
            if (step === last) throw new Error('disk gone')
          },
        })
      expect(failing).toThrow('disk gone')
      expect(served(dataDir)).toEqual({ ids: ['a'], problems: [] })
      expect(publish(dataDir, 'c', { afterS: 10 })).toEqual([])
      expect(served(dataDir)).toEqual({ ids: ['c', 'a'], problems: [] })
      expect(readdirSync(join(dataDir, 'releases')).sort()).toEqual(['a', 'c'])
      expect(existsSync(join(dataDir, 'live.json.tmp'))).toBe(false)
    },
  )

  test('does not publish where the lock was lost meanwhile', () => {
    const dataDir = temporaryFolder()
    publish(dataDir, 'a')
    expect(() =>
      publish(dataDir, 'b', {
        confirm: () => {
          throw new Error('lost')
        },
      }),
    ).toThrow('lost')
    expect(readdirSync(join(dataDir, 'releases'))).toEqual(['a'])
  })

  test('removes what an import left that was killed before promoting, and nothing else', () => {
    const dataDir = temporaryFolder()
    publish(dataDir, 'a')
    publish(dataDir, 'b', { afterS: 10 })
    mkdirSync(join(dataDir, 'releases/killed'))
    mkdirSync(join(dataDir, 'building/killed-too'))
    makeBuildingFolder(dataDir, 'next')
    expect(readdirSync(join(dataDir, 'releases')).sort()).toEqual(['a', 'b'])
    expect(readdirSync(join(dataDir, 'building'))).toEqual(['next'])
  })

  test('removes no release where the pointer is damaged or was taken away, and retires them at the next publication', () => {
    const dataDir = temporaryFolder()
    publish(dataDir, 'a')
    publish(dataDir, 'b', { afterS: 100 })
    writeFileSync(join(dataDir, 'live.json'), '{"sch')
    publish(dataDir, 'c', { keep: 0, afterS: 1000 })
    expect(served(dataDir)).toEqual({ ids: ['c', 'b', 'a'], problems: [] })
  })

  test('refuses to publish under an id that is taken', () => {
    const dataDir = temporaryFolder()
    publish(dataDir, 'a')
    expect(() => publish(dataDir, 'a')).toThrow(/^Release a is already there/)
  })
})
