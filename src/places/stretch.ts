// Stretches of a signed route, and its members as such.

/** A stretch of line: sites in order; `ways[i]` is the way index between sites i - 1 and i (-1 at 0). */
export interface Stretch {
  sites: number[]
  ways: number[]
}

export interface Member extends Stretch {
  /** travelled only in the order of `sites` */
  oneWay: boolean
}
