// Stretches of a line, and where they lie in words.

import { toDistance } from '../legs/snap-waypoints.ts'

/** Places listed in one warning; any further ones are counted. */
const MAX_PLACES = 5

/** Stretches of one kind along the line, decimetres, merged where they touch. */
export class Stretches {
  readonly froms: number[] = []
  readonly tos: number[] = []

  add(fromDm: number, toDm: number): void {
    const last = this.tos.length - 1
    if (last >= 0 && this.tos[last] === fromDm) this.tos[last] = toDm
    else {
      this.froms.push(fromDm)
      this.tos.push(toDm)
    }
  }

  get lengthM(): number {
    let sumDm = 0
    for (let i = 0; i < this.froms.length; i++) sumDm += this.tos[i] - this.froms[i]
    return sumDm / 10
  }

  /** `at km 1.2 for 300 m and at km 4.0`: a point has no length */
  toString(): string {
    return listPlaces(this.froms, (fromDm, i) => {
      const lengthM = (this.tos[i] - fromDm) / 10
      return `at km ${(fromDm / 10_000).toFixed(1)}${lengthM > 0 ? ` for ${toDistance(lengthM)}` : ''}`
    })
  }
}

/** `first, second and third`, or `first, ..., fifth and 4 more`; at least one. */
export function listPlaces<Place>(all: readonly Place[], wordsOf: (place: Place, index: number) => string): string {
  const places = all.slice(0, MAX_PLACES).map(wordsOf)
  if (all.length > MAX_PLACES) places.push(`${all.length - MAX_PLACES} more`)
  return places.length === 1 ? places[0] : `${places.slice(0, -1).join(', ')} and ${places[places.length - 1]}`
}
