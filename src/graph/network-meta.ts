// What a network file says of itself.

import type { Box } from '../geo/lon-lat.ts'

/** Every column is whole. */
export const NETWORK_FORMAT = 'waypost-network/1'
/** What searches do not touch lies in blocks. */
export const BLOCKED_FORMAT = 'waypost-network/2'

/** A metric that was made at the import (routing/cch/stored-metrics.ts). */
export interface StoredMetric {
  key: string
  /** checksum of the cost table that it was made from */
  tableCrc32: number
  /** checksum of the costs of a sample of edges; absent if the metric bounds others from below */
  costsCrc32?: number
}

export interface NetworkMeta {
  format: typeof NETWORK_FORMAT | typeof BLOCKED_FORMAT
  /** ISO time of the map data, null if the file has none. */
  sourceTs: string | null
  bbox: Box
  /** of a region across the antimeridian, the part on the other side of it; absent if not */
  beyond?: Box
  /** How ascent was counted, as reported in `ascent_method`. */
  ascentMethod: string
  synthetic: boolean
  /** behind the blocks, in this order; absent: none */
  metrics?: StoredMetric[]
  /** the same in files written before: only those that bound others */
  bounds?: StoredMetric[]
}

/** One box, or two of a region across the antimeridian. */
export function boxesOf({ bbox, beyond }: Pick<NetworkMeta, 'bbox' | 'beyond'>): Box[] {
  return beyond === undefined ? [bbox] : [bbox, beyond]
}
