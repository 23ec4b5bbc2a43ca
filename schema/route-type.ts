// The route as GraphQL sees it: what it has beside being a course (schema/course/). The types say in words what each
// number is and what null means.

import type { ManeuverType as ManeuverWord } from '../src/routing/facts/maneuvers.ts'
import type {
  CapAlternative,
  DatedClosure,
  Leg,
  Maneuver,
  RouteSettings,
  Snap,
  WaypointRoute,
} from '../src/routing/costs/route-types.ts'
import { courseOf } from '../resolvers/course-of.ts'
import type { Placed } from '../resolvers/stretch-of.ts'
import { tenths } from '../src/wire/round-to.ts'
import { builder } from './builder.ts'
import { CourseInterface } from './course/course-interface.ts'
import { EngineType } from './course-types.ts'
import { ManeuverTypeEnum } from './code-enums.ts'
import { SacGradeEnum } from './grades.ts'
import { RouteStatusEnum } from './route-enums.ts'
import { pointAt, PointType } from './spot/point.ts'
import { StretchInterface } from './stretch/stretch-interface.ts'
import { appliedSettings, SettingNameEnum } from './setting-fields.ts'

const RouteSettingsType = builder.objectRef<RouteSettings>('RouteSettings').implement({
  description: 'Every setting as applied. Null where the profile does not take it.',
  fields: (t) => appliedSettings(t, 'route'),
})

const LegType = builder.objectRef<Placed<Leg>>('Leg').implement({
  description: 'The part of a route between two waypoints.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    end: t.field({
      type: PointType,
      description: 'The last point of the leg.',
      resolve: ({ toM, along }) => pointAt(along.pointAt(toM)),
    }),
    leg: t.exposeInt('leg', { description: 'Its number, counted from 0.' }),
    distanceM: t.exposeFloat('distanceM', { description: 'Length in metres.' }),
    ascentM: t.exposeFloat('ascentM', {
      nullable: true,
      description: 'Climb in metres; null on a straight leg or without terrain.',
    }),
    descentM: t.exposeFloat('descentM', {
      nullable: true,
      description: 'Descent in metres; null on a straight leg or without terrain.',
    }),
    fromSnapM: t.exposeFloat('fromSnapM', { description: 'Metres from its first waypoint to the way.' }),
    toSnapM: t.exposeFloat('toSnapM', { description: 'Metres from its last waypoint to the way.' }),
  }),
})

const SnapType = builder.objectRef<Snap>('Snap').implement({
  description: 'Where a waypoint was placed on the network.',
  fields: (t) => ({
    waypoint: t.exposeInt('waypoint', { description: 'Number of the waypoint, counted from 0.' }),
    distanceM: t.exposeFloat('distanceM', { description: 'Metres from the requested waypoint.' }),
    location: t.field({
      type: 'LonLat',
      description: 'The nearest point of a usable way, [lon, lat] in degrees.',
      resolve: (s) => s.location,
    }),
    spot: t.field({
      type: PointType,
      description: 'The same place with everything that can be asked about a point.',
      resolve: (s) => pointAt(s.location),
    }),
    wayId: t.expose('wayId', {
      type: 'OsmId',
      nullable: true,
      description: 'OpenStreetMap way; null where the leg is straight.',
    }),
  }),
})

const ManeuverType = builder.objectRef<Maneuver>('Maneuver').implement({
  description: 'One instruction.',
  fields: (t) => ({
    instruction: t.exposeString('instruction', { description: 'The instruction as a sentence.' }),
    type: t.field({
      type: ManeuverTypeEnum,
      description: 'What to do.',
      resolve: (m) => m.type as ManeuverWord,
    }),
    location: t.field({
      type: 'LonLat',
      description: 'Where it applies, [lon, lat] in degrees.',
      resolve: (m) => m.location,
    }),
    spot: t.field({
      type: PointType,
      description: 'The same place with everything that can be asked about a point.',
      resolve: (m) => pointAt(m.location),
    }),
    distanceM: t.exposeFloat('distanceM', { description: 'Metres to the next instruction.' }),
  }),
})

const CapAlternativeType = builder.objectRef<CapAlternative>('CapAlternative').implement({
  description: 'A much shorter route that the default grade cap ruled out.',
  fields: (t) => ({
    maxSac: t.field({ type: SacGradeEnum, description: 'The hardest grade on it.', resolve: (c) => c.maxSac }),
    distanceM: t.exposeFloat('distanceM', { description: 'Its length in metres.' }),
    ascentM: t.exposeFloat('ascentM', { nullable: true, description: 'Its climb in metres; null without terrain.' }),
    minutes: t.exposeFloat('minutes', {
      nullable: true,
      description: 'Its moving time in minutes; null where none can be given.',
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
      description: 'Since when, local time as `at` was written; null: for more than a year.',
    }),
    to: t.exposeString('to', {
      nullable: true,
      description: 'Until when, local time as `at` was written; null: for more than a year.',
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
  interfaces: [CourseInterface],
  fields: (t) => ({
    engine: t.field({ type: EngineType, description: 'What computed it.', resolve: (r) => r.engine }),
    status: t.field({ type: RouteStatusEnum, description: 'Whether it is proven cheapest.', resolve: (r) => r.status }),
    settings: t.field({
      type: RouteSettingsType,
      description: 'Every setting as applied.',
      resolve: (r) => r.settings,
    }),
    settingsDefaulted: t.field({
      type: [SettingNameEnum],
      description: 'Settings that took their default.',
      resolve: (r) => r.settingsDefaulted,
    }),
    legs: t.field({ type: [LegType], description: 'One per pair of waypoints.', resolve: (r) => placedLegs(r) }),
    snaps: t.field({
      type: [SnapType],
      description: 'Where the waypoints were placed on the network.',
      resolve: (r) => r.snaps,
    }),
    maneuvers: t.field({
      type: [ManeuverType],
      description: 'Instructions at the turns that matter.',
      resolve: (r) => r.maneuvers,
    }),
    capAlternative: t.field({
      type: CapAlternativeType,
      nullable: true,
      description: 'A much shorter route above the default grade cap; null if there is none, or if you set the cap.',
      resolve: (r) => r.capAlternative,
    }),
    because: t.field({
      type: [DatedClosureType],
      nullable: true,
      description: 'What is closed on the way that would be cheapest if nothing were; null where no `at` was given.',
      resolve: (r) => r.because ?? null,
    }),
  }),
})
