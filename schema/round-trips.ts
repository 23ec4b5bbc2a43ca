// GraphQL of the word "round trips": roundTrips. The facts of a loop are the same types as those of a route.

import { loopLine, roundTrips, roundTripsInput } from '../resolvers/round-trips.ts'
import type { Loop, LoopElevation, RoundTrips, RoundTripsRequest } from '../src/routing/loops/loop-types.ts'
import { builder, operationField, withoutNulls } from './builder.ts'
import {
  DifficultyType,
  HazardType,
  HikeTimeType,
  SurfacesType,
  UnknownType,
  WarningType,
  WaysType,
} from './route-facts.ts'
import { EngineType } from './route-type.ts'
import { appliedSettings, settingInputs } from './setting-fields.ts'
import { WALKER_ABOUT, WalkerInputType } from './walker.ts'

export const RoundTripsInput = builder
  .inputType('RoundTripsInput', {
    description: 'What loops are wanted. Fields left out take their defaults.',
    fields: (t) => ({
      start: t.field({
        type: 'LonLat',
        required: true,
        description: 'Where the loop begins and ends, [lon, lat] in degrees.',
      }),
      distanceKm: t.float({
        description:
          'Length of the loop in kilometres, 0.5 to 40 on foot and to 60 by bicycle. Give this or distanceM.',
      }),
      distanceM: t.float({ description: 'The same in metres. Give this or distanceKm.' }),
      direction: t.float({
        description: 'Where the loop should lie: degrees clockwise from north, give or take 45. Default anywhere.',
      }),
      alternatives: t.int({
        description: 'Further loops wanted, 0 to 3, each sharing less than 60 % with every other. Default 0.',
      }),
      ...settingInputs(t, 'loop'),
      walker: t.field({ type: WalkerInputType, description: WALKER_ABOUT }),
    }),
  })
  .validate(withoutNulls(roundTripsInput))

const LoopStatusEnum = builder.enumType('LoopStatus', {
  description: 'How well a loop meets the wish.',
  values: {
    COMPLETE: { value: 'complete', description: 'Within 10 % of the distance, at most 20 % travelled twice.' },
    ROUGH: {
      value: 'rough',
      description: 'Within 30 % of the distance, at most 60 % travelled twice; the reason says which it is.',
    },
  } as const,
})

const RoundTripsRequestType = builder.objectRef<RoundTripsRequest>('RoundTripsRequest').implement({
  description: 'The request as applied. Null where the profile does not take a setting.',
  fields: (t) => ({
    start: t.field({ type: 'LonLat', description: 'Start as asked.', resolve: (r) => r.start }),
    distanceKm: t.exposeFloat('distanceKm', { description: 'Target length in kilometres.' }),
    distanceM: t.exposeFloat('distanceM', { description: 'The same in metres.' }),
    direction: t.exposeFloat('direction', {
      nullable: true,
      description: 'Degrees clockwise from north; null: anywhere.',
    }),
    alternatives: t.exposeInt('alternatives', { description: 'Further loops wanted.' }),
    ...appliedSettings(t, 'loop'),
    snapRadiusM: t.exposeFloat('snapRadiusM', { description: 'How far the start may lie from a usable way, metres.' }),
  }),
})

const LoopElevationType = builder.objectRef<LoopElevation>('LoopElevation').implement({
  description: 'Heights along a loop.',
  fields: (t) => ({
    source: t.exposeString('source', { description: 'Always terrain.' }),
    method: t.exposeString('method', { description: 'How climb is counted.' }),
    ascentM: t.exposeFloat('ascentM', { description: 'Climb in metres.' }),
    descentM: t.exposeFloat('descentM', { description: 'Descent in metres.' }),
    minM: t.exposeFloat('minM', { description: 'Lowest height, metres above sea.' }),
    maxM: t.exposeFloat('maxM', { description: 'Highest height, metres above sea.' }),
    unknownM: t.exposeFloat('unknownM', {
      description: 'Metres along the loop without a height; climb there is left out.',
    }),
  }),
})

const LoopStartType = builder.objectRef<RoundTrips['snap']>('LoopStart').implement({
  description: 'Where the start met the network.',
  fields: (t) => ({
    distanceM: t.exposeFloat('distanceM', { description: 'Metres from the start as asked.' }),
    location: t.field({
      type: 'LonLat',
      description: 'The nearest point of a usable way, [lon, lat] in degrees.',
      resolve: (s) => s.location,
    }),
    wayId: t.expose('wayId', {
      type: 'OsmId',
      nullable: true,
      description: 'OpenStreetMap way; null where it is not on one.',
    }),
  }),
})

export const LoopType = builder.objectRef<Loop>('Loop').implement({
  description: 'A loop: a closed line from the start to the start.',
  fields: (t) => ({
    rank: t.exposeInt('rank', { description: '1 for the best.' }),
    status: t.field({ type: LoopStatusEnum, description: 'How well it meets the wish.', resolve: (l) => l.status }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it is rough, or not in the direction asked; null where all is as asked.',
    }),
    distanceM: t.exposeFloat('distanceM', { description: 'Length in metres.' }),
    targetM: t.exposeFloat('targetM', { description: 'Length asked for, metres.' }),
    targetErrorPct: t.exposeFloat('targetErrorPct', {
      description: 'How far the length is off the target, either way, per cent of the target.',
    }),
    repeatedM: t.exposeFloat('repeatedM', {
      description:
        'Metres travelled on ways that the loop had travelled before, in either direction: a stub out and back counts once.',
    }),
    repeatedShare: t.exposeFloat('repeatedShare', { description: 'repeatedM over distanceM, 0 to 1.' }),
    bearingDeg: t.exposeFloat('bearingDeg', {
      description: 'Bearing from the start to the farthest point, degrees clockwise from north.',
    }),
    ascentM: t.exposeFloat('ascentM', { nullable: true, description: 'Climb in metres; null without terrain.' }),
    descentM: t.exposeFloat('descentM', { nullable: true, description: 'Descent in metres; null without terrain.' }),
    elevation: t.field({
      type: LoopElevationType,
      nullable: true,
      description: 'Heights along it; null without terrain.',
      resolve: (l) => l.elevation,
    }),
    time: t.field({
      type: HikeTimeType,
      nullable: true,
      description: 'Moving time; null for running and cycling.',
      resolve: (l) => l.time,
    }),
    surfaces: t.field({ type: SurfacesType, description: 'Surfaces along it.', resolve: (l) => l.surfaces }),
    ways: t.field({ type: WaysType, description: 'Ways along it.', resolve: (l) => l.ways }),
    difficulty: t.field({
      type: DifficultyType,
      nullable: true,
      description: 'Grades along it; null where nothing is graded nor a path.',
      resolve: (l) => l.difficulty,
    }),
    hazards: t.field({
      type: [HazardType],
      description: 'Fords, aided passages and via ferratas along it.',
      resolve: (l) => l.hazards,
    }),
    warnings: t.field({ type: [WarningType], description: 'What to look out for.', resolve: (l) => l.warnings }),
    unknowns: t.field({ type: [UnknownType], description: 'What is not known about it.', resolve: (l) => l.unknowns }),
    shape: t.exposeString('shape', { description: 'Encoded polyline with 6 decimal digits, latitude first.' }),
    geoJson: t.field({
      type: 'GeoJSON',
      description: 'The line as a GeoJSON LineString, without heights.',
      resolve: (l) => loopLine(l),
    }),
  }),
})

const RoundTripsType = builder.objectRef<RoundTrips>('RoundTrips').implement({
  description: 'Loops from a start, best first.',
  fields: (t) => ({
    schema: t.exposeString('schema', { description: 'Always roundtrips/1.' }),
    engine: t.field({ type: EngineType, description: 'What computed it.', resolve: (r) => r.engine }),
    status: t.field({ type: LoopStatusEnum, description: 'Status of the first loop.', resolve: (r) => r.status }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Reason of the first loop; null where all is as asked.',
    }),
    request: t.field({
      type: RoundTripsRequestType,
      description: 'The request as applied.',
      resolve: (r) => r.request,
    }),
    snap: t.field({ type: LoopStartType, description: 'Where the start met the network.', resolve: (r) => r.snap }),
    loops: t.field({ type: [LoopType], description: '1 to 4 loops that differ.', resolve: (r) => r.loops }),
  }),
})

builder.queryFields((t) => ({
  roundTrips: t.field({
    type: RoundTripsType,
    ...operationField(roundTrips),
    args: { input: t.arg({ type: RoundTripsInput, required: true, description: 'What loops are wanted.' }) },
    resolve: async (_, { input }, { ledger }) => (await ledger.run(roundTrips, input)).value,
  }),
}))
