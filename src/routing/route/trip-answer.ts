// The answer of `POST /route/v1` (decision: route-v1) from a found route: Valhalla's trip (kilometres, seconds, its
// maneuver numbers, one polyline per leg), with metres, seconds, warnings and unknowns beside it. Times are estimates;
// a part without a time adds none and is reported.

import { DEFAULT_LANGUAGE } from '../../language/catalogue-files.ts'
import { type Sentence, say } from '../../language/sentence.ts'
import { encodePolyline6 } from '../../geo/polyline.ts'
import { FLAG_FERRY } from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { Unknown, Warning } from '../../unknowns.ts'
import { maneuversOfLeg, type LegManeuverType } from '../directions/maneuvers.ts'
import type { RouteClimb } from '../details/route-legs.ts'
import { lengthDm, type RouteLine } from '../details/route-line.ts'
import type { Position, RouteSettings } from '../costs/request-types.ts'
import type { DatedClosure, Engine } from '../costs/route-types.ts'
import { roundTo } from '../../wire/numbers.ts'

/** Valhalla's numbers (anchors 11.2). */
const VALHALLA_TYPE: Record<LegManeuverType, number> = {
  start: 1,
  arrive: 4,
  continue: 8,
  slight_right: 9,
  turn_right: 10,
  sharp_right: 11,
  u_turn: 13,
  sharp_left: 14,
  turn_left: 15,
  slight_left: 16,
  keep_right: 23,
  keep_left: 24,
  roundabout: 26,
  roundabout_exit: 27,
  ferry: 28,
  ferry_exit: 29,
  steps: 40,
  push: 8,
  ride: 8,
  straight_leg: 8,
}

/** What it calls its default. */
const VALHALLA_ENGLISH = 'en-US'

export interface TripInput {
  graph: RoutingGraph
  line: RouteLine
  settings: RouteSettings
  waypoints: readonly Position[]
  climb: RouteClimb
  notes: { warnings: Warning[]; unknowns: Unknown[] }
  engine: Engine
  /** of its sentences */
  language?: string | undefined
  /** seconds to the beginning of every step, and to the end */
  seconds: Float64Array
  because?: DatedClosure[] | undefined
}

export function tripAnswer(input: TripInput): TripAnswer {
  const { line, settings, waypoints, climb, notes, engine, seconds, because, language = DEFAULT_LANGUAGE } = input
  const legCount = line.legFirstStep.length - 1
  const lastPoint = line.lonE6.length - 1
  const legs = Array.from({ length: legCount }, (_, leg) => tripLeg(input, leg))
  const { straightLegs: _none, ...applied } = settings
  return {
    trip: {
      locations: waypoints.map(([lon, lat], originalIndex) => ({ type: 'break', lat, lon, originalIndex })),
      legs,
      summary: summaryOf(input, 0, line.stepCount, 0, lastPoint),
      status: 0,
      statusMessage: say('trip.found'),
      units: 'kilometers',
      language: language === DEFAULT_LANGUAGE ? VALHALLA_ENGLISH : language,
    },
    distanceM: lengthDm(line) / 10,
    durationS: Math.round(seconds[line.stepCount]),
    ascentM: climb.ascentDm === null ? null : climb.ascentDm / 10,
    descentM: climb.descentDm === null ? null : climb.descentDm / 10,
    shape: encodePolyline6(line.lonE6, line.latE6),
    warnings: notes.warnings,
    unknowns: notes.unknowns,
    ...(because === undefined ? {} : { because }),
    provenance: {
      engine: { name: engine.name, version: engine.version },
      settings: applied as unknown as Record<string, unknown>,
      tileRelease: engine.networkRelease,
    },
  }
}

function tripLeg(input: TripInput, leg: number): TripAnswer['trip']['legs'][number] {
  const { graph, line, settings, seconds } = input
  const { profile } = settings
  const legCount = line.legFirstStep.length - 1
  const firstPoint = line.legFirstPoint[leg]
  const endPoint = Math.max(line.legFirstPoint[leg + 1], firstPoint)
  const firstStep = line.legFirstStep[leg]
  const endStep = line.legFirstStep[leg + 1]
  const found = maneuversOfLeg(graph, line, leg, profile, settings.bicycleType)
  const maneuvers = found.map(({ type, instruction, step }, i): TripManeuver => {
    const streetNames = step < endStep ? streetNamesOf(graph, line, step) : []
    const next = found[i + 1]?.step ?? step
    return {
      type: VALHALLA_TYPE[type],
      instruction: i < found.length - 1 ? instruction : arrivalOf(leg, legCount),
      ...(streetNames.length > 0 ? { streetNames } : {}),
      time: roundTo(seconds[next] - seconds[step], 1000),
      length: (line.stepAtDm[next] - line.stepAtDm[step]) / 10_000,
      beginShapeIndex: line.stepFirstPoint[step] - firstPoint,
      endShapeIndex: line.stepFirstPoint[next] - firstPoint,
      travelMode: profile === 'bike' ? 'bicycle' : 'pedestrian',
      travelType: profile === 'bike' ? (settings.bicycleType ?? 'hybrid') : 'foot',
    }
  })
  const isPoint = endPoint === firstPoint
  const lon = line.lonE6.subarray(firstPoint, endPoint + 1)
  const lat = line.latE6.subarray(firstPoint, endPoint + 1)
  const shape = isPoint ? encodePolyline6([lon[0], lon[0]], [lat[0], lat[0]]) : encodePolyline6(lon, lat)
  return { summary: summaryOf(input, firstStep, endStep, firstPoint, endPoint), maneuvers, shape }
}

function arrivalOf(leg: number, legCount: number): Sentence {
  return leg === legCount - 1
    ? say('trip.arrived.destination')
    : say('trip.arrived', { point: { role: 'waypoint', index: leg + 1, of: legCount + 1, name: null } })
}

function summaryOf(
  { graph, line, seconds }: TripInput,
  firstStep: number,
  endStep: number,
  firstPoint: number,
  endPoint: number,
): TripSummary {
  const { edgeClass, classFlags } = graph.columns
  let minLon = Infinity
  let minLat = Infinity
  let maxLon = -Infinity
  let maxLat = -Infinity
  for (let p = firstPoint; p <= endPoint; p++) {
    minLon = Math.min(minLon, line.lonE6[p])
    maxLon = Math.max(maxLon, line.lonE6[p])
    minLat = Math.min(minLat, line.latE6[p])
    maxLat = Math.max(maxLat, line.latE6[p])
  }
  let hasFerry = false
  for (let i = firstStep; i < endStep; i++)
    if (line.stepArc[i] >= 0 && (classFlags[edgeClass[line.stepArc[i] >>> 1]] & FLAG_FERRY) !== 0) hasFerry = true
  return {
    time: roundTo(seconds[endStep] - seconds[firstStep], 1000),
    length: (line.stepAtDm[endStep] - line.stepAtDm[firstStep]) / 10_000,
    minLat: minLat / 1e6,
    minLon: minLon / 1e6,
    maxLat: maxLat / 1e6,
    maxLon: maxLon / 1e6,
    hasFerry,
    hasHighway: false,
    hasToll: false,
    hasTimeRestrictions: false,
  }
}

/** Name and ref of the way of a step; none on a straight leg. */
function streetNamesOf(graph: RoutingGraph, line: RouteLine, step: number): string[] {
  const names: string[] = []
  if (line.stepArc[step] < 0) return names
  const edge = line.stepArc[step] >>> 1
  for (const name of [graph.nameOf(edge), graph.refOf(edge)]) if (name !== null) names.push(name)
  return names
}

interface TripSummary {
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

interface TripManeuver {
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
