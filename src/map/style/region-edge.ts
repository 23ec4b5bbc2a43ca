// Where the region ends, land and hill shading fade into the background, inside the edge: the map has no hard
// rectangle. Water, lines and names go on to the edge.

import type { Feature, FeatureCollection, Position } from 'geojson'
import { type Box, M_PER_DEG_LAT } from '../../geo/lon-lat.ts'
import { eastBeyondWest } from '../../geo/split-box.ts'
import { MAX_MERCATOR_LAT } from '../../geo/web-mercator.ts'

/** Of the shorter side of the region. */
const FADE_SHARE = 0.04
const MOST_FADE_M = 2500
/** Too many for a step to be seen. */
const STEPS = 12
/** A box as wide as this has no edge in the west and east. */
export const WHOLE_EARTH_DEG = 359

/** How far inside the edge the fading begins, metres. */
export function fadeM(box: Box): number {
  const [west, south, , north] = box
  const acrossM = (eastBeyondWest(box) - west) * M_PER_DEG_LAT * Math.cos((((south + north) / 2) * Math.PI) / 180)
  return Math.min(MOST_FADE_M, FADE_SHARE * Math.min(acrossM, (north - south) * M_PER_DEG_LAT))
}

/**
 * Frames that lie over each other, each from a step inside the edge outwards over everything, with the `opacity` that
 * makes the whole fade evenly; the last begins at the edge and hides what lies beyond. None around the whole earth.
 */
export function edgeFrames(box: Box): FeatureCollection {
  const [west, south, , north] = box
  const east = eastBeyondWest(box)
  if (east - west >= WHOLE_EARTH_DEG) return { type: 'FeatureCollection', features: [] }
  const middle = (west + east) / 2
  const world = ring(middle - 180, -MAX_MERCATOR_LAT, middle + 180, MAX_MERCATOR_LAT)
  const tall = fadeM(box) / M_PER_DEG_LAT
  const wide = tall / Math.cos((((south + north) / 2) * Math.PI) / 180)
  const features = Array.from({ length: STEPS }, (_, i): Feature => {
    const inset = 1 - (i + 1) / STEPS
    const hole = ring(west + wide * inset, south + tall * inset, east - wide * inset, north - tall * inset)
    return {
      type: 'Feature',
      properties: { opacity: 1 / (STEPS - i) },
      geometry: { type: 'Polygon', coordinates: [world, hole.toReversed()] },
    }
  })
  return { type: 'FeatureCollection', features }
}

function ring(west: number, south: number, east: number, north: number): Position[] {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return corners.map(([lon, lat]) => [Math.round(lon * 1e5) / 1e5, Math.round(lat * 1e5) / 1e5])
}
