// The answer of `POST /route/v1` (decision: route-v1). Keys inside `trip` are Valhalla's, in camelCase here and
// snake_case on the wire; lengths inside `trip` are kilometres, times seconds, maneuver types Valhalla's numbers.

import type { Sentence } from '../../language/sentence.ts'
import type { DatedClosure } from '../costs/route-types.ts'
import type { Unknown, Warning } from '../../unknowns.ts'

export interface TripSummary {
  time: number
  length: number
  minLat: number
  minLon: number
  maxLat: number
  maxLon: number
  /** as Valhalla's clients expect them; the last three are always false here */
  hasFerry: boolean
  hasHighway: boolean
  hasToll: boolean
  hasTimeRestrictions: boolean
}

export interface TripManeuver {
  type: number
  instruction: Sentence
  streetNames?: string[]
  time: number
  length: number
  beginShapeIndex: number
  endShapeIndex: number
  travelMode: 'pedestrian' | 'bicycle'
  travelType: 'foot' | 'road' | 'hybrid' | 'mountain'
}

export interface TripAnswer {
  trip: {
    locations: { type: 'break'; lat: number; lon: number; originalIndex: number }[]
    legs: { summary: TripSummary; maneuvers: TripManeuver[]; shape: string }[]
    summary: TripSummary
    status: 0
    statusMessage: Sentence
    units: 'kilometers'
    /** of instructions and messages, as a tag */
    language: string
  }
  distanceM: number
  durationS: number
  ascentM: number | null
  descentM: number | null
  shape: string
  /** in addition to Valhalla's members, as in `/v1/route` */
  warnings: Warning[]
  unknowns: Unknown[]
  /** what was closed on the cheapest way; only where a date was given (`at`) */
  because?: DatedClosure[]
  provenance: { engine: { name: string; version: string }; settings: Record<string, unknown>; tileRelease: string }
}
