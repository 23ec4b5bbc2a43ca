// The regions with a network, as they lie around a point: for what is said of a point outside them.

import type { Box, LonLat } from '../src/geo/lon-lat.ts'
import { boxAround, doMeet, middleOfBox } from '../src/geo/split-box.ts'
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

/** An area as lists take it; the place of `inPlace` is in a region. */
export interface SentArea {
  near?: { at: LonLat; withinM: number } | null | undefined
  box?: Box | null | undefined
}

/** Of an area that no region has a part of: the regions, and what was sent the other way round if one has that. */
export interface OutsideArea {
  form: 'near.at' | 'box'
  sent: LonLat | Box
  swapped: LonLat | Box | null
  regions: ServedRegion[]
}

/** Null where a region has a part of it. */
export function outsideRegions(releases: ReleaseService, { near, box }: SentArea): OutsideArea | null {
  const isServed = (one: Box) => listServed(releases).some((region) => doMeet(region.box, one))
  if (near != null) {
    const { at } = near
    if (isServed(boxAround(...at, near.withinM))) return null
    return { form: 'near.at', sent: at, swapped: swappedInside(releases, at), regions: nearestRegions(releases, at) }
  }
  if (box == null || isServed(box)) return null
  const [west, south, east, north] = box
  const swapped: Box = [south, west, north, east]
  const isBox = west <= east && [west, east].every((lon) => Math.abs(lon) <= 90)
  return {
    form: 'box',
    sent: box,
    swapped: isBox && isServed(swapped) ? swapped : null,
    regions: nearestRegions(releases, middleOfBox(box)),
  }
}

function listServed(releases: ReleaseService): ServedRegion[] {
  const live = releases.findLive()
  const regions = releases.listRegions?.() ?? (live === null ? [] : [{ region: '', release: live }])
  return regions
    .filter(({ release }) => release.artifacts.some(({ name }) => name === 'network'))
    .map(({ region, release }) => ({ region: region === '' ? release.name : region, box: release.bbox }))
}
