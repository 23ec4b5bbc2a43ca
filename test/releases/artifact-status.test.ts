import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/durations.ts'
import { artifactStatus } from '../../src/releases/artifact-status.ts'
import { toWireText } from '../../src/wire/wire-json.ts'
import type { ReleaseInfo } from '../../src/releases/release-info.ts'
import { sampleRelease } from '../map/style/sample-release.ts'
import { between } from '../support/arbitraries.ts'

const NOW = Date.parse('2026-03-01T00:00:00Z')

function networkOf(sourceTs: string | null, maxAgeDays: number | null) {
  const release: ReleaseInfo = { ...sampleRelease('a'), promotedAt: '2026-02-28T00:00:00Z' }
  release.artifacts = release.artifacts.map((artifact) =>
    artifact.name === 'network' ? { ...artifact, sourceTs } : artifact,
  )
  const status = artifactStatus(release, new Map(maxAgeDays === null ? [] : [['network', maxAgeDays]]), NOW)
  return { ...status.artifacts.get('network')!, isListed: status.stale.includes('network') }
}

describe('artifactStatus', () => {
  test('is fresh up to the maximum age of the source data and stale beyond it', () => {
    expect(networkOf('2026-02-19T00:00:00Z', 10)).toMatchObject({
      state: 'fresh',
      ageDays: 10,
      maxAgeDays: 10,
      isListed: false,
    })
    expect(networkOf('2026-02-18T23:59:59Z', 10)).toMatchObject({ state: 'stale', isListed: true })
  })

  test('counts from the source date, not from the promotion', () => {
    expect(networkOf('2025-01-01T00:00:00Z', 35)).toMatchObject({ state: 'stale', promotedAt: '2026-02-28T00:00:00Z' })
  })

  test('stays unknown without a source date, without a maximum, or with a text that is no date', () => {
    expect(networkOf(null, 10)).toMatchObject({ state: 'unknown', ageDays: null, sourceTs: null, isListed: false })
    expect(networkOf('2020-01-01T00:00:00Z', null)).toMatchObject({
      state: 'unknown',
      maxAgeDays: null,
      isListed: false,
    })
    expect(networkOf('yesterday', 10)).toMatchObject({ state: 'unknown', ageDays: null })
  })

  test('does not take a future source date for fresh; an hour of difference between clocks is age 0', () => {
    expect(networkOf('2026-03-01T01:00:01Z', 10)).toMatchObject({ state: 'unknown', ageDays: null })
    expect(networkOf('2026-03-01T00:59:59Z', 10)).toMatchObject({ state: 'fresh', ageDays: 0 })
  })

  test('lists required artifacts that are not published with nulls, and is not available while they are missing', () => {
    const status = artifactStatus(sampleRelease('a'), new Map([['basemap', 35]]), NOW)
    expect(status.available).toBe(false)
    expect(status.artifacts.get('basemap')).toEqual({
      version: null,
      sourceTs: null,
      promotedAt: null,
      ageDays: null,
      maxAgeDays: 35,
      state: 'unknown',
    })
    expect(status.artifacts.get('terrain')?.version).toBe('t-a')
  })

  test('answers without a release: nothing available, nothing fresh', () => {
    const status = artifactStatus(null, new Map(), NOW)
    expect([...status.artifacts.keys()]).toEqual(['basemap', 'terrain', 'styles'])
    expect([...status.artifacts.values()].every((entry) => entry.state === 'unknown')).toBe(true)
    expect(status.available).toBe(false)
  })

  test('is available once basemap, terrain and styles are published, however old they are', () => {
    const release = sampleRelease('a')
    const more = ['basemap', 'styles'].map((name) => ({
      ...release.artifacts[1],
      name,
      sourceTs: '1999-01-01T00:00:00Z',
    }))
    const status = artifactStatus(
      { ...release, artifacts: [...release.artifacts, ...more] },
      new Map([['basemap', 1]]),
      NOW,
    )
    expect(status).toMatchObject({ available: true, stale: ['basemap'] })
  })

  test('never says fresh without an age within the maximum (property)', () => {
    fc.assert(
      fc.property(fc.option(between(-400, 400)), fc.option(between(0, 400)), (ageDays, maxAgeDays) => {
        const entry = networkOf(ageDays === null ? null : new Date(NOW - ageDays * DAY_MS).toISOString(), maxAgeDays)
        expect(entry.state === 'stale').toBe(entry.isListed)
        if (entry.state === 'fresh') expect(entry.ageDays! <= entry.maxAgeDays! + 0.01).toBe(true)
        if (entry.state !== 'unknown') expect([entry.ageDays, entry.maxAgeDays]).not.toContain(null)
      }),
    )
  })

  test('is written on the wire under the names of the interface', () => {
    const wire = JSON.parse(toWireText(artifactStatus(sampleRelease('a'), new Map(), NOW))) as Record<string, unknown>
    expect(Object.keys(wire)).toEqual(['schema', 'checked_at', 'available', 'stale', 'artifacts'])
    expect(Object.keys((wire.artifacts as Record<string, object>).terrain)).toEqual([
      'version',
      'source_ts',
      'promoted_at',
      'age_days',
      'max_age_days',
      'state',
    ])
  })
})
