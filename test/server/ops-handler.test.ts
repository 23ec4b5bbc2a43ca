import { expect, test } from 'vitest'
import type { ReleaseService } from '../../src/releases/release-info.ts'
import { readReadiness } from '../../src/server/ops-handler.ts'
import { sampleRelease } from '../map/style/sample-release.ts'

const releases = { findLive: () => sampleRelease('new') } as ReleaseService

test('the release of /readyz is the one that routes are found on, while a newer one is being taken up', () => {
  const released = (findServed: () => string | null) =>
    readReadiness(
      releases,
      () => null,
      () => [],
      findServed,
    )
  expect(released(() => 'old')).toEqual({ release: 'old', lost: [] })
  expect(released(() => 'east+west')).toEqual({ release: 'east+west', lost: [] })
  expect(released(() => null)).toEqual({ release: 'new', lost: [] })
})
