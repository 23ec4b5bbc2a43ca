// GraphQL of round trips: roundTrips and its answer. What a loop has as a course is in schema/course/.

import type { TravelledLoop } from '../resolvers/course-of.ts'
import { roundTrips } from '../resolvers/round-trips.ts'
import type { RoundTrips, RoundTripsRequest } from '../src/routing/round-trips/loop-types.ts'
import { builder } from './builder.ts'
import { AnalysedCourseInterface, CourseInterface } from './course.ts'
import { EngineType } from './course-types.ts'
import { PlaceKindEnum, PlaceType } from './place-type.ts'
import { placesOf } from '../resolvers/place-lists.ts'
import { snapFields } from './spot.ts'
import { appliedSettings, TravelSettingsType, inGraphqlWords, parseTravel } from './travel-settings.ts'
import { WaypointInputType, locate } from './route-input.ts'
import { creditsOf } from '../resolvers/pipeline/operation.ts'
import { onceEach } from '../resolvers/pipeline/once-each.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import { readId } from './node-interface.ts'
import { operation } from './operation.ts'
import { reasonFields } from './sentence.ts'

const LoopStatusEnum = builder.enumType('LoopStatus', {
  description: 'How well a loop meets the request.',
  values: {
    COMPLETE: { value: 'complete', description: 'Within 10 % of the distance, at most 20 % travelled twice.' },
    ROUGH: {
      value: 'rough',
      description:
        'Within 30 % of the distance and at most 60 % travelled twice, or missing a place that it was to pass; the reason says which it is.',
    },
  } as const,
})

const AskedThroughType = builder.objectRef<NonNullable<RoundTripsRequest['through']>>('AskedThrough').implement({
  description: 'What a loop was to pass, as applied.',
  fields: (t) => ({
    places: t.field({
      type: [PlaceType],
      description: 'Places by their ids.',
      resolve: ({ places }, _args, { loaders }) => placesOf(places ?? [], loaders),
    }),
    kinds: t.field({
      type: [PlaceKindEnum],
      description: 'Kinds of places.',
      resolve: ({ kinds }) => (kinds ?? []) as 'hut'[],
    }),
    atLeast: t.exposeInt('atLeast', {
      nullable: true,
      description: 'How many of the kinds (without kinds: of the places); null: one of the kinds, and all places.',
    }),
  }),
})

const RoundTripsRequestType = builder.objectRef<RoundTripsRequest>('RoundTripsRequest').implement({
  description: 'The request as applied. Null where the profile does not take a setting.',
  fields: (t) => ({
    start: t.expose('start', { type: 'LonLat', description: 'Where the loops begin and end, as requested.' }),
    distanceKm: t.exposeFloat('distanceKm', { description: 'Target length in kilometres.' }),
    distanceM: t.exposeFloat('distanceM', { description: 'Target length in metres.' }),
    direction: t.exposeFloat('direction', {
      nullable: true,
      description: 'Degrees clockwise from north; null: anywhere.',
    }),
    alternatives: t.exposeInt('alternatives', { description: 'Further loops wanted.' }),
    through: t.field({
      type: AskedThroughType,
      nullable: true,
      description: 'What the loops were to pass; null: nothing.',
      resolve: (r) => r.through ?? null,
    }),
    ...appliedSettings(t, 'loop'),
    snapRadiusM: t.exposeFloat('snapRadiusM', { description: 'How far the start may lie from a usable way, metres.' }),
  }),
})

const LoopStartType = builder.objectRef<RoundTrips['snap']>('LoopStart').implement({
  description: 'Where the start was placed on the network.',
  fields: (t) => snapFields(t, 'start'),
})

const LoopType = builder.objectRef<TravelledLoop>('Loop').implement({
  description: 'A loop: a closed line from the start to the start.',
  interfaces: [CourseInterface, AnalysedCourseInterface],
  fields: (t) => ({
    rank: t.exposeInt('rank', { description: '1 for the best.' }),
    fit: t.expose('status', { type: LoopStatusEnum, description: 'How well it meets the request.' }),
    ...reasonFields(
      t,
      'reason',
      'Why it is rough, or not in the requested direction; null if it is all that was requested.',
      (loop) => loop.reason,
    ),
    targetM: t.exposeFloat('targetM', { description: 'Requested length in metres.' }),
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
    passed: t.field({
      type: [PlaceType],
      nullable: true,
      description: 'Requested places that the loop passes, in its order; null if none were requested.',
      resolve: ({ through }, _args, { loaders }) =>
        through === undefined
          ? null
          : placesOf(
              through.map(({ id }) => id),
              loaders,
            ),
    }),
  }),
})

export const RoundTripsType = builder.objectRef<RoundTrips>('RoundTrips').implement({
  description: 'Loops from a start, best first.',
  fields: (t) => ({
    engine: t.expose('engine', { type: EngineType, description: 'What computed it.' }),
    status: t.expose('status', { type: LoopStatusEnum, description: '`fit` of the first loop.' }),
    ...reasonFields(
      t,
      'reason',
      'Reason of the first loop; null if it is all that was requested.',
      (loops) => loops.reason,
    ),
    request: t.expose('request', { type: RoundTripsRequestType, description: 'The request as applied.' }),
    snap: t.expose('snap', { type: LoopStartType, description: 'Where the start was placed on the network.' }),
    loops: t.field({
      type: [LoopType],
      description: '1 to 4 loops that differ.',
      resolve: ({ loops, request: { profile } }) => loops.map((loop) => ({ ...loop, profile })),
    }),
  }),
})

operation(roundTrips, {
  name: 'roundTrips',
  type: RoundTripsType,
  args: (t) => ({ input: t.arg({ type: RoundTripsInput, required: true, description: 'What loops are wanted.' }) }),
  credits: ({ input }) => priceOfLoops(input),
  resolve: async ({ input }, { session, loaders }) => {
    const start = await locate(input.start, loaders, `${ARGUMENT}start`)
    return (await inGraphqlWords(session.run(roundTrips, toLoops(input, start)), ARGUMENT)).value
  },
})

const LoopLengthInput = builder.inputType('LoopLength', {
  description: 'How long a loop should be, in one of two units.',
  isOneOf: true,
  fields: (t) => ({
    distanceM: t.float({ description: 'Metres, 500 to 40,000 on foot and to 60,000 by bicycle.' }),
    distanceKm: t.float({ description: 'Kilometres, 0.5 to 40 on foot and to 60 by bicycle.' }),
  }),
})

const LoopThroughInput = builder.inputType('LoopThroughInput', {
  description:
    'Places that a loop is to pass, within 100 m of each: `places`, `kinds` or both. A loop that misses any is ROUGH, and its reason says so.',
  fields: (t) => ({
    places: t.idList({ description: 'Up to 10 ids of places: all are to be passed.' }),
    kinds: t.field({ type: [PlaceKindEnum], description: 'Kinds of places: any of them counts.' }),
    atLeast: t.int({
      description:
        'How many places of the kinds are to be passed, 1 to 10, default 1; without kinds, how many of the places.',
    }),
  }),
})

/** GraphQL of what loops are wanted: the input of roundTrips, its price, and how the operation gets it. */
export const RoundTripsInput = builder.inputType('RoundTripsInput', {
  description: 'The loops wanted. Omitted fields take their defaults.',
  fields: (t) => ({
    start: t.field({ type: WaypointInputType, required: true, description: 'Where the loop begins and ends.' }),
    length: t.field({ type: LoopLengthInput, required: true, description: 'How long it should be.' }),
    direction: t.float({
      description: 'Where the loop should lie: degrees clockwise from north, give or take 45. Default anywhere.',
    }),
    alternatives: t.int({
      defaultValue: 0,
      description: 'Further loops wanted, 0 to 3, each sharing less than 60 % with every other.',
    }),
    through: t.field({ type: LoopThroughInput, description: 'What the loop is to pass. Default nothing.' }),
    settings: t.field({ type: TravelSettingsType, description: 'How you travel; a loop does not take all of them.' }),
  }),
})
/** Where it stands, for errors. */
export const ARGUMENT = 'input.'
type GivenLoops = typeof RoundTripsInput.$inferInput

function toLoops({ length, direction, alternatives, through: given, settings }: GivenLoops, start: LonLat) {
  const through = given == null ? null : throughOf(given)
  const form = Object.fromEntries(
    Object.entries({ ...length, direction, alternatives, through }).filter(([, value]) => value != null),
  )
  return parseTravel(roundTrips, 'loop', { start, ...form }, settings, ARGUMENT)
}

function throughOf({ places, kinds, atLeast }: typeof LoopThroughInput.$inferInput) {
  return {
    ...(places == null
      ? {}
      : { places: places.map((id, i) => readId('Place', String(id), `${ARGUMENT}through.places[${i}]`)) }),
    ...(kinds == null ? {} : { kinds }),
    ...(atLeast == null ? {} : { atLeast }),
  }
}

/** What it will cost; an input that does not pass its checks costs nothing. */
const priceOfLoops = onceEach((input: GivenLoops): number => {
  try {
    return creditsOf(roundTrips, toLoops(input, input.start.at ?? [0, 0]))
  } catch {
    return 0
  }
})
