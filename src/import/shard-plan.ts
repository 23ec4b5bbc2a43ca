// How a map is cut into shards (decision: regions): its box in columns and rows of equal degrees, which are the cores;
// each shard holds its core and the overlap around it. Pure.

import { DEG_TO_RAD, M_PER_DEG_LAT, type Box } from '../geo/lon-lat.ts'

export interface Shard {
  /** column from the west and row from the south, from 1: `2-1` */
  place: string
  core: Box
  box: Box
}

/** `overlapKm`: how far a shard reaches beyond its core, where the map does. */
export function planShards(bbox: Box, columns: number, rows: number, overlapKm: number): Shard[] {
  const [west, south, east, north] = bbox
  const lonAt = (column: number) => (column === columns ? east : west + ((east - west) * column) / columns)
  const latAt = (row: number) => (row === rows ? north : south + ((north - south) * row) / rows)
  const shards: Shard[] = []
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) {
      const core = [lonAt(column), latAt(row), lonAt(column + 1), latAt(row + 1)] as const
      shards.push({ place: `${column + 1}-${row + 1}`, core, box: grow(core, overlapKm * 1000, bbox) })
    }
  }
  return shards
}

/** Within `bbox`; a degree of longitude is taken as long as it is at the side nearer to a pole. */
function grow([west, south, east, north]: Box, byM: number, bbox: Box): Box {
  const dLat = byM / M_PER_DEG_LAT
  const farthest = Math.min(89, Math.max(Math.abs(south - dLat), Math.abs(north + dLat)))
  const dLon = dLat / Math.cos(farthest * DEG_TO_RAD)
  return [
    Math.max(bbox[0], west - dLon),
    Math.max(bbox[1], south - dLat),
    Math.min(bbox[2], east + dLon),
    Math.min(bbox[3], north + dLat),
  ]
}
