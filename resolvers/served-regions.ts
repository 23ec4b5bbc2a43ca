// The regions with a network, as they lie around a point: for what is said of a point outside them.

import type { Box, LonLat } from '../src/geo/lon-lat.ts'
import { metresOutside } from '../src/regions/region-area.ts'
import type { ReleaseService } from '../src/releases/release-info.ts'

export interface ServedRegion {
  region: string
  box: Box
}

/** All, the nearest first. */
export function nearestRegions(releases: ReleaseService, point: LonLat): ServedRegion[] {
  return listServed(releases)
    .map((one) => ({ one, awayM: metresOutside(one.box, point) }))
    .sort((a, b) => a.awayM - b.awayM)
    .map(({ one }) => one)
}

/** A point outside all boxes the other way round, if one of them holds it then; else null. */
export function swappedInside(releases: ReleaseService, [lon, lat]: LonLat): LonLat | null {
  const served = listServed(releases)
  const isHeld = (point: LonLat) => served.some(({ box }) => metresOutside(box, point) === 0)
  return !isHeld([lon, lat]) && isHeld([lat, lon]) ? [lat, lon] : null
}

function listServed(releases: ReleaseService): ServedRegion[] {
  const live = releases.findLive()
  const regions = releases.listRegions?.() ?? (live === null ? [] : [{ region: '', release: live }])
  return regions
    .filter(({ release }) => release.artifacts.some(({ name }) => name === 'network'))
    .map(({ region, release }) => ({ region: region === '' ? release.name : region, box: release.bbox }))
}
