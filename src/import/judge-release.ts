// Decides whether a built release may replace the live one, by comparing their counts. A region that lost more than a
// set share of anything is assumed to have faulty files. Only releases of the same region are compared: synthetic and
// real ones, and regions that do not touch, are unrelated. Pure.

import { ServiceError } from '../errors.ts'
import type { ReleaseInfo } from '../releases/release-info.ts'
import { toCount } from './progress-bar.ts'

/** What is compared, by its key in the counts of a release. */
const JUDGED: Readonly<Record<string, string>> = {
  edges: 'edges',
  places: 'named places',
  namedTrails: 'signed trails',
  outdoorPlaces: 'outdoor places',
  withHeight: 'points with a height',
  terrainTiles: 'terrain tiles',
  basemapTiles: 'basemap tiles',
}
/** Counts below this in the live release are too small to compare. */
const FEWEST = 20

export interface Comparison {
  what: string
  live: number
  built: number
}

/** Counts of both releases if both have them; empty if the two are not of the same region. */
export function compareReleases(live: ReleaseInfo | null, built: ReleaseInfo): Comparison[] {
  if (live === null || live.synthetic !== built.synthetic || !doMeet(live, built)) return []
  return Object.entries(JUDGED).flatMap(([key, what]) => {
    const [before, now] = [live.counts[key], built.counts[key]]
    return before === undefined || now === undefined ? [] : [{ what, live: before, built: now }]
  })
}

/** Throws ServiceError `invalid_input` if a count fell by more than `maxShrink` (0..1). */
export function refuseShrinkage(comparisons: readonly Comparison[], maxShrink: number): void {
  const lost = comparisons.filter(({ live, built }) => live >= FEWEST && built < live * (1 - maxShrink))
  if (lost.length === 0) return
  const listed = lost.map(({ what, live, built }) => `${toCount(built)} ${what} instead of ${toCount(live)}`)
  throw new ServiceError(
    'invalid_input',
    `The release would shrink by more than ${Math.round(maxShrink * 100)} %: ${listed.join(', ')}. ` +
      'Check the files; where that is right, import again with --accept-shrink.',
  )
}

function doMeet({ bbox: a }: ReleaseInfo, { bbox: b }: ReleaseInfo): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}
