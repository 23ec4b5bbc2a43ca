// The route as GraphQL sees it: what it has beside being a course (schema/course/). The types say in words what each
// number is and what null means.

import type {
  CapAlternative,
  DatedClosure,
  FollowedTrail,
  Leg,
  TrailGap,
  WaypointRoute,
} from '../src/routing/costs/route-types.ts'
import { toSeconds } from '../resolvers/input/units.ts'
import { requestOfRoute } from '../resolvers/routing.ts'
import { courseOf } from '../resolvers/course-of.ts'
import { type OnLine, type Placed, onLine, placeAlong, once } from '../resolvers/stretch-of.ts'
import { tenths } from '../src/wire/numbers.ts'
import { builder } from './builder.ts'
import { AnalysedCourseInterface, CourseInterface } from './course.ts'
import { EngineType } from './course-types.ts'
import { RouteStatusEnum, enumValues } from './code-enums.ts'
import { SacGradeEnum } from './grades.ts'
import { ManeuverType } from './maneuver.ts'
import { SnappedPointType } from './snapped-point.ts'
import { PointType, pointAt } from './spot.ts'
import { TrailDirectionEnum } from './route-input.ts'
import { StretchInterface } from './stretch-interface.ts'
import { AppliedSettingsType, SettingNameEnum, withBeside } from './travel-settings.ts'

const TrailGapCauseEnum = builder.enumType('TrailGapCause', {
  description: 'Why a followed trail is left.',
  values: enumValues({
    missing: 'Neither map nor network has a way there.',
    closed: 'It is closed under the settings.',
    unreachable: 'No open way leads to it.',
    turn: 'A turn restriction forbids going on along it.',
  }),
})

const TrailGapType = builder.objectRef<Placed<TrailGap>>('TrailGap').implement({
  description: 'Where a followed trail is left: the stretch of the route that stands in.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    leftOutM: t.exposeFloat('leftOutM', { description: 'Metres of the trail that are left out there.' }),
    leftBecause: t.expose('reason', { type: TrailGapCauseEnum, description: 'Why it is left there.' }),
  }),
})

export const FollowedTrailType = builder.objectRef<OnLine<FollowedTrail>>('FollowedTrail').implement({
  description: 'The signed route that a leg follows.',
  fields: (t) => ({
    osmRelation: t.expose('relationId', { type: 'OsmId', description: 'Number of its relation on OpenStreetMap.' }),
    direction: t.expose('direction', {
      type: TrailDirectionEnum,
      description: 'Which way round: FORWARD or BACKWARD.',
    }),
    onTrailM: t.exposeFloat('onTrailM', { description: 'Metres of the leg on ways of the trail.' }),
    leftOutM: t.exposeFloat('leftOutM', {
      description: 'Metres of the trail, or of the requested part, that are left out.',
    }),
    gaps: t.field({
      type: [TrailGapType],
      description: 'Where it is left, in order.',
      resolve: ({ gaps, along }) => placeAlong(gaps, along),
    }),
  }),
})

const LegType = builder.objectRef<Placed<Leg>>('Leg').implement({
  description: 'The part of a route between two waypoints; a followed trail is a leg of its own.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    end: t.field({
      type: PointType,
      description: 'The last point of the leg.',
      resolve: ({ toM, along }) => once(along.pointAt(toM), pointAt),
    }),
    index: t.exposeInt('leg', { description: 'Its number, counted from 0.' }),
    lengthM: t.exposeFloat('distanceM', { description: 'Length in metres.' }),
    ascentM: t.exposeFloat('ascentM', {
      nullable: true,
      description: 'Climb in metres; null on a straight leg or without terrain.',
    }),
    descentM: t.exposeFloat('descentM', {
      nullable: true,
      description: 'Descent in metres; null on a straight leg or without terrain.',
    }),
    trail: t.field({
      type: FollowedTrailType,
      nullable: true,
      description: 'The signed route that it follows; null where it follows none.',
      resolve: ({ trail, along }) => (trail === undefined ? null : onLine(trail, along)),
    }),
    fromSnapM: t.exposeFloat('fromSnapM', { description: 'Metres from its first waypoint to the way.' }),
    toSnapM: t.exposeFloat('toSnapM', { description: 'Metres from its last waypoint to the way.' }),
  }),
})

const CapAlternativeType = builder.objectRef<CapAlternative>('CapAlternative').implement({
  description: 'A much shorter route that the default grade cap ruled out.',
  fields: (t) => ({
    maxSac: t.expose('maxSac', { type: SacGradeEnum, description: 'The hardest grade on it.' }),
    lengthM: t.exposeFloat('distanceM', { description: 'Its length in metres.' }),
    ascentM: t.exposeFloat('ascentM', { nullable: true, description: 'Its climb in metres; null without terrain.' }),
    movingS: t.float({
      nullable: true,
      description: 'Its moving time in seconds; null where none can be given.',
      resolve: ({ minutes }) => (minutes === null ? null : toSeconds(minutes)),
    }),
    savesM: t.exposeFloat('savesM', { description: 'How many metres shorter it is.' }),
  }),
})

const DatedClosureType = builder.objectRef<DatedClosure>('DatedClosure').implement({
  description: 'A way that is closed at the time of arrival.',
  fields: (t) => ({
    wayId: t.expose('wayId', { type: 'OsmId', description: 'The OpenStreetMap way that is closed.' }),
    tag: t.exposeString('tag', {
      description: 'The tag that closes it, as mapped: access:conditional=no @ (Nov-Apr).',
    }),
    from: t.exposeString('from', {
      nullable: true,
      description: 'Since when, by the clock of the place, written as `at` was; null if for more than a year.',
    }),
    to: t.exposeString('to', {
      nullable: true,
      description: 'Until when, by the clock of the place, written as `at` was; null if for more than a year.',
    }),
  }),
})

/** One after another. */
function placedLegs(route: WaypointRoute): Placed<Leg>[] {
  const { along } = courseOf(route)
  let toM = 0
  return route.legs.map((leg) => {
    const fromM = toM
    toM = tenths(toM + leg.distanceM)
    return { ...leg, fromM, toM, along: along! }
  })
}

export const RouteType = builder.objectRef<WaypointRoute>('Route').implement({
  description: 'A route over waypoints.',
  interfaces: [CourseInterface, AnalysedCourseInterface],
  fields: (t) => ({
    engine: t.expose('engine', { type: EngineType, description: 'What computed it.' }),
    status: t.expose('status', { type: RouteStatusEnum, description: 'Whether it is proven cheapest.' }),
    settings: t.field({
      type: AppliedSettingsType,
      description: 'Every setting as applied.',
      resolve: (route) => withBeside(route.settings, requestOfRoute(route)),
    }),
    settingsDefaulted: t.expose('settingsDefaulted', {
      type: [SettingNameEnum],
      description: 'Settings that took their default.',
    }),
    legs: t.field({ type: [LegType], description: 'One per pair of waypoints.', resolve: (r) => placedLegs(r) }),
    snaps: t.expose('snaps', {
      type: [SnappedPointType],
      description: 'Where the waypoints were placed on the network.',
    }),
    maneuvers: t.expose('maneuvers', { type: [ManeuverType], description: 'Instructions at the turns that matter.' }),
    capAlternative: t.expose('capAlternative', {
      type: CapAlternativeType,
      nullable: true,
      description: 'A much shorter route above the default grade cap; null without one, or if you set the cap.',
    }),
    closuresAvoided: t.field({
      type: [DatedClosureType],
      nullable: true,
      description: 'What is closed on the way that would be cheapest if nothing were; null where no `at` was given.',
      resolve: (r) => r.because ?? null,
    }),
  }),
})
