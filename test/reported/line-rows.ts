// What answers about a supplied or found line report: heights, a pace plan, the weather along it.

import { unknownsOfAreas } from '../../resolvers/place-lists.ts'
import { readPace, type RouteWeatherInput } from '../../resolvers/input/route-weather-input.ts'
import { paceAlong, surveyLine } from '../../resolvers/route-weather.ts'
import { type HeightsAt, getHeightSeries } from '../../src/course/course-heights.ts'
import { pacePlan } from '../../src/course/pace-plan.ts'
import { PACE_MODELS } from '../../src/course/pace-models.ts'
import { readCourse } from '../../src/course/read-course.ts'
import { ServiceError } from '../../src/errors.ts'
import type { Services } from '../../src/services.ts'
import type { Unknown } from '../../src/unknowns.ts'
import { walkOfRoute, type WalkFacts } from '../../src/weather/walk-of-route.ts'
import { fakeRoute } from '../support/fake-services.ts'
import { type Case, reportedBy, type Rows } from './row.ts'

const LIMITS = { points: 5000, lengthKm: 300, parts: 1 }
/** 1100 m north of 42.5, a point every 11 m with these heights. */
const courseWith = (heightAt: (i: number) => number | null) =>
  readCourse(
    {
      geometry: {
        type: 'LineString',
        coordinates: Array.from({ length: 101 }, (_, i) => {
          const height = heightAt(i)
          return [1.5, 42.5 + i / 10_000, ...(height === null ? [] : [height])]
        }),
      },
    },
    LIMITS,
  )
const terrain =
  (heightAt: (lat: number) => number | null): HeightsAt =>
  async (points) =>
    points.map(([, lat]) => heightAt(lat))
const LEVEL = terrain(() => 1000)
const HALF = terrain((lat) => (lat > 42.505 ? null : 1000))
const NOWHERE = terrain(() => null)
const none = () => null
const sound = (i: number) => 1000 + i / 10

const heights =
  (heightAt: (i: number) => number | null, ground: HeightsAt | null): Case =>
  async () =>
    reportedBy(await getHeightSeries(courseWith(heightAt), 'auto', ground))

export const HEIGHT_ROWS: Rows = {
  'unknown heights_recorded_rejected': {
    must: { 'all of 0': heights(() => 0, LEVEL) },
    mustNot: { 'like the terrain': heights(sound, LEVEL), 'none recorded': heights(none, LEVEL) },
  },
  'unknown terrain_void': {
    must: { 'half of it': heights(none, HALF) },
    mustNot: { 'a terrain everywhere': heights(none, LEVEL), 'recorded over a void': heights(sound, HALF) },
  },
  'unknown height_unknown': {
    must: { 'one point has none': heights((i) => (i === 50 ? null : sound(i)), LEVEL) },
    mustNot: { 'all recorded': heights(sound, LEVEL), 'a void of the terrain': heights(none, HALF) },
  },
}

const planned =
  (heightAt: (i: number) => number | null, ground: HeightsAt | null): Case =>
  async () =>
    reportedBy(await pacePlan(courseWith(heightAt), { targetTime: '25:00' }, 'km', ground))

export const PACE_PLAN_ROWS: Rows = {
  'unknown heights_none': {
    must: { 'no terrain': planned(none, null), 'a terrain without heights there': planned(none, NOWHERE) },
    mustNot: {
      recorded: planned(sound, null),
      'of the terrain': planned(none, LEVEL),
      'half of it': planned(none, HALF),
    },
  },
}

const paced =
  (slope: number, kind: 'hike' | 'kmh' = 'hike'): Case =>
  () => {
    const unknowns: Unknown[] = []
    const line = { atM: Float64Array.of(0, 100, 200), heightM: Float64Array.of(0, slope * 100, slope * 200) }
    paceAlong(line, readPace((kind === 'kmh' ? { kmh: 4 } : {}) as RouteWeatherInput, 'hike'), unknowns)
    return reportedBy({ unknowns })
  }
const surveyed =
  (heightM: number | null): Case =>
  async () => {
    const services = {
      run: async () => {
        throw new ServiceError('network_unavailable', 'There is no network.')
      },
      terrain: { sample: async (_: string, points: unknown[]) => ({ heightsM: points.map(() => heightM) }) },
    } as unknown as Services
    return reportedBy(await surveyLine(courseWith(none), 'hike', null, services, {} as never))
  }
const { steepestSlope } = PACE_MODELS.hike

export const TIMED_ROWS: Rows = {
  'unknown heights_none': {
    must: { 'a terrain without heights there': surveyed(null) },
    mustNot: { 'at sea level': surveyed(0) },
  },
  'unknown time_by_slope': {
    must: { 'a walker': paced(0) },
    mustNot: { "a pace of one's own": paced(0, 'kmh') },
  },
  'unknown time_outside_calibration': {
    must: { 'steeper than the model covers': paced(steepestSlope + 0.01) },
    mustNot: {
      'as steep as it covers': paced(steepestSlope - 0.01),
      "a pace of one's own": paced(steepestSlope + 0.01, 'kmh'),
    },
  },
}

/** Of a route over ways of these kinds, 100 m each. */
const walked =
  (...highways: string[]): Case =>
  () => {
    const route = fakeRoute({
      waypoints: [
        [1.5, 42.5],
        [1.5, 42.51],
      ],
    })
    const facts: WalkFacts = {
      ...route,
      ...{ distanceM: highways.length * 100, surfaces: null, difficulty: null, hazards: [] },
      ways: {
        stretches: highways.map((highway, i) => ({
          ...{ fromM: i * 100, toM: i * 100 + 100, wayId: 1, highway, name: null, ref: null, trails: [] },
        })),
      },
    }
    const atM = Float64Array.from({ length: highways.length + 1 }, (_, i) => i * 100)
    const walk = walkOfRoute(facts, { atM, lon: atM, lat: atM, heightM: new Float64Array(atM.length) })
    return reportedBy(walk!)
  }

export const WALK_ROWS: Rows = {
  'unknown ferry_time_unknown': {
    must: { 'by ferry': walked('path', 'ferry') },
    mustNot: { 'on foot': walked('path', 'steps'), 'drawn straight': walked('path', 'straight_leg') },
  },
  'unknown straight_leg': {
    must: { 'drawn straight': walked('path', 'straight_leg') },
    mustNot: { 'on foot': walked('path', 'steps'), 'by ferry': walked('path', 'ferry') },
  },
}

const cut =
  (names: string[]): Case =>
  async () =>
    reportedBy({ unknowns: await unknownsOfAreas({ cutAreas: async () => names } as never) })

export const AREA_ROWS: Rows = {
  'unknown area_cut': {
    must: { 'one area': cut(['Talland']), 'a hundred': cut(Array.from({ length: 100 }, (_, i) => `Area ${i}`)) },
    mustNot: { 'no area': cut([]) },
  },
}
