// What is said of the ways of a line: surfaces, kinds of way, difficulty, hazards. Metres along the line, counted from
// the start of the whole route. `null` means missing and is never replaced by zero.

import type { HazardKind, SurfaceSource } from '../../osm/edge-facts.ts'
import type { SurfaceColumns, SurfaceKind } from '../../travel/surfaces.ts'

export interface Surfaces extends SurfaceColumns {
  mappedM: number
  assumedM: number
  /** `source` is null on a straight leg, about which nothing is claimed */
  stretches: { fromM: number; toM: number; surface: SurfaceKind; tag: string | null; source: SurfaceSource | null }[]
}

export interface Ways {
  roadM: number
  streetM: number
  trackM: number
  pathM: number
  footwayM: number
  stepsM: number
  cyclewayM: number
  ferryM: number
  straightM: number
  otherM: number
  signedM: number
  /** metres over which a bicycle is pushed or carried, on any kind of way */
  pushedM: number
  /** `highway` is the map's value, or `ferry`, or `straight_leg`, whose `wayId` is null */
  stretches: {
    fromM: number
    toM: number
    wayId: number | null
    highway: string
    name: string | null
    ref: string | null
    trails: number[]
  }[]
}

/** On foot SAC, by bicycle `mtb:scale`. */
export type WayGrade = `T${1 | 2 | 3 | 4 | 5 | 6}` | 'via_ferrata' | `S${0 | 1 | 2 | 3 | 4 | 5 | 6}`

export interface GradedStretch {
  fromM: number
  toM: number
  /** null: an untagged path, whose grade is unknown */
  grade: WayGrade | null
}

export interface HardestStretch {
  grade: WayGrade
  fromM: number
  toM: number
}

/** On foot. No figure includes ferries or straight legs; no stretch includes roads. */
export interface FootDifficulty {
  T1M: number
  T2M: number
  T3M: number
  T4M: number
  T5M: number
  T6M: number
  viaFerrataM: number
  untaggedPathM: number
  roadM: number
  hardest: HardestStretch | null
  stretches: GradedStretch[]
}

/** By bicycle (`mtb:scale`). */
export interface BikeDifficulty {
  S0M: number
  S1M: number
  S2M: number
  S3M: number
  S4M: number
  S5M: number
  S6M: number
  /** paths without a grade */
  untaggedM: number
  hardest: HardestStretch | null
  stretches: GradedStretch[]
}

export type Difficulty = FootDifficulty | BikeDifficulty

export interface Hazard {
  kind: HazardKind
  fromM: number
  toM: number
  lengthM: number
  wayId: number | null
}
