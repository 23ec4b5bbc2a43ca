// The route as GraphQL sees it: what it has beside being a course (schema/course/). The types say in words what each
// number is and what null means.

import type {
  CapAlternative,
  Engine,
  Leg,
  Maneuver,
  RouteSettings,
  Snap,
  WaypointRoute,
} from '../src/routing/costs/route-types.ts'
import { builder } from './builder.ts'
import { CourseInterface } from './course/course-interface.ts'
import { RouteStatusEnum } from './route-enums.ts'
import { pointAt, PointType } from './spot/point.ts'
import { appliedSettings } from './setting-fields.ts'

export const EngineType = builder.objectRef<Engine>('Engine').implement({
  description: 'What computed an answer.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Always waypost.' }),
    version: t.exposeString('version', { description: 'Version of the build.' }),
    networkRelease: t.exposeString('networkRelease', { description: 'Version of the network.' }),
    terrainRelease: t.exposeString('terrainRelease', {
      nullable: true,
      description: 'Version of the terrain; null where the network has no heights.',
    }),
  }),
})

const RouteSettingsType = builder.objectRef<RouteSettings>('RouteSettings').implement({
  description: 'Every setting as applied. Null where the profile does not take it.',
  fields: (t) => appliedSettings(t, 'route'),
})

const LegType = builder.objectRef<Leg>('Leg').implement({
  description: 'The part of a route between two waypoints.',
  fields: (t) => ({
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
  description: 'Where a waypoint met the network.',
  fields: (t) => ({
    waypoint: t.exposeInt('waypoint', { description: 'Number of the waypoint, counted from 0.' }),
    distanceM: t.exposeFloat('distanceM', { description: 'Metres from the waypoint as asked.' }),
    location: t.field({
      type: 'LonLat',
      description: 'The nearest point of a usable way, [lon, lat] in degrees.',
      resolve: (s) => s.location,
    }),
    spot: t.field({ type: PointType, description: 'The same as a spot.', resolve: (s) => pointAt(s.location) }),
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
    type: t.exposeString('type', { description: 'A word of a closed list, e.g. start, turn_left, arrive.' }),
    location: t.field({
      type: 'LonLat',
      description: 'Where it applies, [lon, lat] in degrees.',
      resolve: (m) => m.location,
    }),
    spot: t.field({ type: PointType, description: 'The same as a spot.', resolve: (m) => pointAt(m.location) }),
    distanceM: t.exposeFloat('distanceM', { description: 'Metres to the next instruction.' }),
  }),
})

const CapAlternativeType = builder.objectRef<CapAlternative>('CapAlternative').implement({
  description: 'A much shorter way that the default grade cap left out.',
  fields: (t) => ({
    maxSac: t.exposeInt('maxSac', { description: 'The grade that it needs, 1 to 6.' }),
    distanceM: t.exposeFloat('distanceM', { description: 'Its length in metres.' }),
    ascentM: t.exposeFloat('ascentM', { nullable: true, description: 'Its climb in metres; null without terrain.' }),
    minutes: t.exposeFloat('minutes', {
      nullable: true,
      description: 'Its moving time in minutes; null where none can be given.',
    }),
    savesM: t.exposeFloat('savesM', { description: 'Metres that it is shorter.' }),
  }),
})

export const RouteType = builder.objectRef<WaypointRoute>('Route').implement({
  description: 'A route over waypoints.',
  interfaces: [CourseInterface],
  fields: (t) => ({
    schema: t.exposeString('schema', { description: 'Always route/1.' }),
    engine: t.field({ type: EngineType, description: 'What computed it.', resolve: (r) => r.engine }),
    status: t.field({ type: RouteStatusEnum, description: 'What is proven about it.', resolve: (r) => r.status }),
    settings: t.field({
      type: RouteSettingsType,
      description: 'Every setting as applied.',
      resolve: (r) => r.settings,
    }),
    settingsDefaulted: t.exposeStringList('settingsDefaulted', {
      description: 'Settings that took their default, in the words of REST.',
    }),
    legs: t.field({ type: [LegType], description: 'One per pair of waypoints.', resolve: (r) => r.legs }),
    snaps: t.field({ type: [SnapType], description: 'Where the waypoints met the network.', resolve: (r) => r.snaps }),
    maneuvers: t.field({
      type: [ManeuverType],
      description: 'Instructions, few and right.',
      resolve: (r) => r.maneuvers,
    }),
    capAlternative: t.field({
      type: CapAlternativeType,
      nullable: true,
      description: 'A much shorter way above the default grade cap; null where there is none or the cap was set.',
      resolve: (r) => r.capAlternative,
    }),
  }),
})
