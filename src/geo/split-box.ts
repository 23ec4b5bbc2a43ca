// Boxes that may cross the antimeridian: minLon is above maxLon then, as GeoJSON has it (RFC 7946, 5.2). Pure.

import { type Box, M_PER_DEG_LAT, wrapLon } from './lon-lat.ts'

/** The box itself, or its parts west and east of 180 degrees. */
export function splitBox(box: Box): Box[] {
  const [west, south, east, north] = box
  return west <= east
    ? [box]
    : [
        [west, south, 180, north],
        [-180, south, east, north],
      ]
}

/** The box around a point that contains everything within a distance; all longitudes next to a pole. */
export function boxAround(lon: number, lat: number, radiusM: number): Box {
  const dLat = (radiusM / M_PER_DEG_LAT) * 1.001
  const south = Math.max(-90, lat - dLat)
  const north = Math.min(90, lat + dLat)
  const cos = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  const dLon = dLat / Math.max(cos, 1e-9)
  if (dLon >= 180 || north >= 90 || south <= -90) return [-180, south, 180, north]
  const west = lon - dLon
  const east = lon + dLon
  return [west < -180 ? west + 360 : west, south, east > 180 ? east - 360 : east, north]
}

/** The east side as a number above the west side: beyond 180 for a box across the antimeridian. */
export function eastBeyondWest([west, , east]: Box): number {
  return west <= east ? east : east + 360
}

/** As TileJSON has them: all longitudes for a box across the antimeridian. */
export function boundsOfTiles([west, south, east, north]: Box): Box {
  return west <= east ? [west, south, east, north] : [-180, south, 180, north]
}

export function middleOfBox(box: Box): [lon: number, lat: number] {
  return [wrapLon((box[0] + eastBeyondWest(box)) / 2), (box[1] + box[3]) / 2]
}

/** Whether the boxes have a point in common; with `beyondEdges` more than an edge or a corner. */
export function doMeet(a: Box, b: Box, { beyondEdges = false } = {}): boolean {
  const isBefore = (from: number, to: number) => (beyondEdges ? from < to : from <= to)
  if (!isBefore(a[1], b[3]) || !isBefore(b[1], a[3])) return false
  return splitBox(a).some((one) =>
    splitBox(b).some((other) => isBefore(one[0], other[2]) && isBefore(other[0], one[2])),
  )
}

/** Around positions and boxes, which begin nowhere: `add` widens it. */
export class WideningBox {
  #sides: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  /** the least longitude of 0 and above, and the greatest below */
  #leastEast = Infinity
  #mostWest = -Infinity

  add(lon: number, lat: number): void {
    const sides = this.#sides
    if (lon < sides[0]) sides[0] = lon
    if (lon > sides[2]) sides[2] = lon
    if (lat < sides[1]) sides[1] = lat
    if (lat > sides[3]) sides[3] = lat
    if (lon < 0) this.#mostWest = Math.max(this.#mostWest, lon)
    else this.#leastEast = Math.min(this.#leastEast, lon)
  }

  /** Across the antimeridian where it is narrower so. */
  box(): Box {
    const [west, south, east, north] = this.#sides
    const spans = this.#mostWest > -Infinity && this.#leastEast - this.#mostWest > 180 && this.#leastEast < Infinity
    return spans ? [this.#leastEast, south, this.#mostWest, north] : [west, south, east, north]
  }
}

/** The narrowest box around several; at least one. */
export function boxOver(boxes: readonly Box[]): Box {
  const south = Math.min(...boxes.map((box) => box[1]))
  const north = Math.max(...boxes.map((box) => box[3]))
  const parts = boxes.flatMap(splitBox).sort((a, b) => a[0] - b[0])
  // what is left out is the widest gap between them, going round
  let [west, east] = [parts[0][0], Math.max(...parts.map((part) => part[2]))]
  let widest = west + 360 - east
  let reached = parts[0][2]
  for (const [from, , to] of parts) {
    if (from - reached > widest) [widest, west, east] = [from - reached, from, reached]
    reached = Math.max(reached, to)
  }
  return [west, south, east, north]
}
