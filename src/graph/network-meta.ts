// What a network file says of itself.

import type { Box } from '../geo/lon-lat.ts'

/** Every column is whole. */
export const NETWORK_FORMAT = 'waypost-network/1'
/** What searches do not touch lies in blocks. */
export const BLOCKED_FORMAT = 'waypost-network/2'

/** A metric that bounds others from below (routing/hierarchy/stored-bounds.ts). */
export interface StoredBound {
  key: string
  /** checksum of the costs that it was made from */
  tableCrc32: number
}

export interface NetworkMeta {
  format: typeof NETWORK_FORMAT | typeof BLOCKED_FORMAT
  /** ISO time of the map data, null if the file has none. */
  sourceTs: string | null
  bbox: Box
  /** How ascent was counted, as reported in `ascent_method`. */
  ascentMethod: string
  synthetic: boolean
  /** behind the blocks, in this order; absent: none */
  bounds?: StoredBound[]
}
