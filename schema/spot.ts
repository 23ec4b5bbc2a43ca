// `Spot`: the interface of every point, and the field that makes one of a coordinate.

import { MAX_NODES, nameArgs, pointArgs, pointsArgs } from '../resolvers/input/search-args.ts'
import { type BarePoint, type SpotSource, locationOfSpot, nameOf } from '../resolvers/spot-of.ts'
import { elevation } from '../resolvers/maps.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import { argsOf } from './arguments.ts'
import { type FieldBuilder, builder } from './builder.ts'
import { operation } from './operation.ts'

export const SpotInterface = builder.interfaceRef<SpotSource>('Spot').implement({
  description:
    'A point and all that can be asked of one: a place, or any point (`point`, the start of a stretch, a maneuver).',
  resolveType: (source) => ('at' in source ? 'Point' : 'Place'),
  fields: (t) => ({
    location: t.field({
      type: 'LonLat',
      description: 'Where it is, [lon, lat] in degrees; of an area a point inside it.',
      resolve: (source) => locationOfSpot(source),
    }),
    name: t.string({
      nullable: true,
      description: 'Its name; null where it has none, as for a bare point.',
      args: argsOf(t, nameArgs),
      resolve: (source, { language }, { loaders }) => nameOf(source, language ?? null, loaders),
    }),
  }),
})

export const PointType = builder.objectRef<BarePoint>('Point').implement({
  description: 'Any point, with what can be asked of one.',
  interfaces: [SpotInterface],
})

/** Point: a spot that is nothing but where it is; Query.point makes one. Further numbers are left out. */
export function pointAt([lon, lat]: readonly [lon: number, lat: number, ...rest: unknown[]]): BarePoint {
  return { at: [lon, lat] }
}

operation(elevation, {
  name: 'point',
  type: PointType,
  runsNothing: true,
  description: 'Any point, with its links. Costs nothing by itself.',
  args: (t) => argsOf(t, pointArgs),
  credits: 0,
  resolve: ({ at }) => pointAt(at),
})
operation(elevation, {
  name: 'points',
  type: [PointType],
  runsNothing: true,
  description: 'Several points in the requested order, with their links. Costs 1 credit however many they are.',
  args: (t) => argsOf(t, pointsArgs),
  mostCredits: 1,
  assumedSize: MAX_NODES,
  // of too many, which are refused, nothing runs
  credits: ({ at }) => ({ field: 1, multiplier: at.length > MAX_NODES ? 0 : at.length }),
  resolve: ({ at }, { session }) => session.runLinked(elevation, 1, () => at.map(pointAt)),
})

/** Where something is, twice: as coordinates, and as a spot with its links. `about` describes the coordinates. */
export function locationFields<Row>(t: FieldBuilder<Row>, about: string, locationOf: (row: Row) => LonLat) {
  return {
    location: t.field({ type: 'LonLat', description: about, resolve: locationOf }),
    spot: t.field({
      type: PointType,
      description: 'The same place with everything that can be asked about a point.',
      resolve: (row) => pointAt(locationOf(row)),
    }),
  }
}
