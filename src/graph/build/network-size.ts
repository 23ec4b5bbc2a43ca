// What one network can hold. Beyond these numbers its columns would wrap around in silence, so that an import ends
// instead, and says what there is too much of.

import { ServiceError } from '../../errors.ts'

/** Arcs are twice the edges and are numbered in 31 bits by the searches. */
const MAX_EDGES = 2 ** 30
/** `shapeStart` is a column of 32 bits. */
const MAX_POINTS = 2 ** 32 - 1

export interface NetworkSize {
  edges: number
  points: number
}

/** Throws ServiceError `invalid_input` if a network of this size cannot be written. */
export function requireNetworkSize({ edges, points }: NetworkSize): void {
  for (const [words, count, most] of [
    ['edges', edges, MAX_EDGES],
    ['points of geometry', points, MAX_POINTS],
  ] as const)
    if (count > most)
      throw new ServiceError(
        'invalid_input',
        `The map files make a network of ${count} ${words}, and one network holds ${most}: import smaller extracts.`,
      )
}
