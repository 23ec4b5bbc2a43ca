// What messages call the points of a request. Messages count waypoints from 1, machine-readable fields from 0.

import { type LegValue, type NameValue, type PointValue, type Sentence, say } from '../../language/sentence.ts'

export interface PointSubject {
  point: PointValue
  /** path of the field in the input */
  inputPath: string
  /** the setting that limits its distance from a way; null: absent */
  radiusSetting: 'snapRadiusM' | null
}

export function waypointSubject(index: number, count: number): PointSubject {
  return {
    point: waypointValue(index, count),
    inputPath: `waypoints[${index}]`,
    radiusSetting: 'snapRadiusM',
  }
}

function waypointValue(index: number, of: number, name: NameValue | null = null): PointValue {
  return { role: 'waypoint', index, of, name }
}

/** The start of a loop. */
export const START_SUBJECT: PointSubject = {
  point: { role: 'start', index: 0, of: 1, name: null },
  inputPath: 'start',
  radiusSetting: null,
}

/** The ends of a leg between waypoints. */
export function waypointLeg(leg: number, legCount: number): LegValue {
  return { from: leg, to: leg + 1, of: legCount + 1, fromName: null, toName: null }
}

/** What messages call the points and legs of a route. */
export interface RouteWords {
  subjectOf(point: number, count: number): PointSubject
  leg(leg: number, legCount: number): LegValue
  /** what is reached at a point on the way */
  reached(point: number, count: number): Sentence
  /** the last instruction */
  arrival(count: number, travel: Travel): Sentence
}

/** How one travels, as far as words differ by it. */
export type Travel = 'foot' | 'bicycle'

export const WAYPOINT_WORDS: RouteWords = {
  subjectOf: waypointSubject,
  leg: waypointLeg,
  reached: (point, count) => say('maneuver.via', { point: waypointValue(point, count) }),
  arrival: (count, travel) => say('maneuver.arrive', { point: waypointValue(count - 1, count), travel }),
}

/** Of a loop, which has one point. */
export const START_WORDS: Pick<RouteWords, 'subjectOf' | 'leg'> = {
  subjectOf: () => START_SUBJECT,
  leg: waypointLeg,
}

/** A point of a route: the waypoint that it comes from, its name, and whether a followed trail begins or ends there. */
export interface RoutePoint {
  waypoint: number
  name: NameValue | null
  trail: 'begins' | 'ends' | null
}

/** The words of a route whose points are not simply its waypoints, or have names. */
export function wordsOfPoints(points: readonly RoutePoint[]): RouteWords {
  const count = points[points.length - 1].waypoint + 1
  return {
    subjectOf: (point) => {
      const { waypoint, name } = points[point]
      const subject = waypointSubject(waypoint, count)
      return { ...subject, point: { ...subject.point, name } }
    },
    leg: (leg) => {
      const [from, to] = [points[leg], points[leg + 1]]
      return { from: from.waypoint, to: to.waypoint, of: count, fromName: from.name, toName: to.name }
    },
    reached: (point) => {
      const { waypoint, name, trail } = points[point]
      if (trail === null) return say('maneuver.via', { point: waypointValue(waypoint, count, name) })
      const at = { point: waypointValue(waypoint, count), name: name! }
      return trail === 'begins' ? say('maneuver.via.follow', at) : say('maneuver.via.leave', at)
    },
    arrival: (_, travel) => {
      const { name, trail } = points[points.length - 1]
      if (trail === 'ends') return say('maneuver.arrive.leave', { name: name!, point: waypointValue(count - 1, count) })
      return say('maneuver.arrive', { point: waypointValue(count - 1, count, name), travel })
    },
  }
}
