// The form for round trips: start, length, direction, places to pass. Pure.

import type { LonLat } from '../../geo/lon-lat.ts'
import type { LoopsQueryVariables, PlaceKind, TravelSettings } from '../documents/generated/graphql.ts'

/** Kinds of outdoor places that a loop may be led past. */
export const THROUGH_KINDS = [
  'HUT',
  'SHELTER',
  'CAMPSITE',
  'RESTAURANT',
  'DRINKING_WATER',
  'SPRING',
  'WATERFALL',
  'VIEWPOINT',
  'PEAK',
  'TRAIN_STATION',
  'BUS_STOP',
] as const satisfies readonly PlaceKind[]

export interface LoopForm {
  start: LonLat | null
  distanceKm: number
  /** degrees clockwise from north; null: anywhere */
  directionDeg: number | null
  alternatives: number
  /** kinds of outdoor places of which it is to pass `atLeast` */
  throughKinds: readonly (typeof THROUGH_KINDS)[number][]
  atLeast: number
  /** ids of places that it is to pass */
  throughPlaces: readonly string[]
}

export const NO_LOOP: LoopForm = {
  start: null,
  distanceKm: 10,
  directionDeg: null,
  alternatives: 2,
  throughKinds: [],
  atLeast: 1,
  throughPlaces: [],
}

/** Null without a start. */
export function loopsInput(loop: LoopForm, settings: TravelSettings): LoopsQueryVariables | null {
  if (loop.start === null) return null
  const { throughKinds: kinds, throughPlaces: places, atLeast } = loop
  return {
    at: [loop.start[0], loop.start[1]],
    lengthM: Math.round(loop.distanceKm * 1000),
    settings,
    ...(loop.directionDeg === null ? {} : { bearingDeg: loop.directionDeg }),
    ...(loop.alternatives === 0 ? {} : { alternatives: loop.alternatives }),
    ...(kinds.length + places.length === 0
      ? {}
      : {
          through: {
            ...(kinds.length === 0 ? {} : { kinds: [...kinds], atLeast }),
            ...(places.length === 0 ? {} : { places: [...places] }),
          },
        }),
  }
}
