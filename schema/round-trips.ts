// GraphQL of round trips: Spot.loops. What a loop has as a course is in course.ts and beside it.

import type { TravelledLoop } from '../resolvers/course-of.ts'
import { locationOfSpot } from '../resolvers/spot-of.ts'
import { roundTrips } from '../resolvers/round-trips.ts'
import type { RoundTrips, RoundTripsRequest } from '../src/routing/round-trips/loop-types.ts'
import { builder } from './builder.ts'
import { AnalysedCourseInterface, CourseInterface } from './course.ts'
import { EngineType } from './course-types.ts'
import { PlaceKindEnum, PlaceType } from './place-type.ts'
import { placesOf } from '../resolvers/place-lists.ts'
import { SnappedPointType } from './snapped-point.ts'
import { SpotInterface } from './spot.ts'
import { AppliedSettingsType, TravelSettingsType, inGraphqlWords, parseTravel, withBeside } from './travel-settings.ts'
import { creditsOf } from '../resolvers/pipeline/operation.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import { readId } from './nodes.ts'
import { reasonFields } from './sentence.ts'

const LoopStatusEnum = builder.enumType('LoopStatus', {
  description: 'How well a loop meets the request.',
  values: {
    COMPLETE: { value: 'complete', description: 'Within 10 % of the requested length, at most 20 % travelled twice.' },
    ROUGH: {
      value: 'rough',
      description:
        'Within 30 % of the requested length and at most 60 % travelled twice, or missing a place that it was to pass; the reason says which it is.',
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

const LoopRequestType = builder.objectRef<RoundTripsRequest>('LoopRequest').implement({
  description: 'The request as applied.',
  fields: (t) => ({
    start: t.expose('start', { type: 'LonLat', description: 'Where the loops begin and end, as requested.' }),
    lengthM: t.exposeFloat('distanceM', { description: 'Target length in metres.' }),
    bearingDeg: t.exposeFloat('direction', {
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
    settings: t.field({
      type: AppliedSettingsType,
      description: 'Every setting as applied.',
      resolve: (request) => request,
    }),
  }),
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
    repeatedShare: t.exposeFloat('repeatedShare', { description: '`repeatedM` over `lengthM`, 0 to 1.' }),
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

const LoopSearchType = builder.objectRef<RoundTrips>('LoopSearch').implement({
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
    request: t.expose('request', { type: LoopRequestType, description: 'The request as applied.' }),
    snap: t.expose('snap', { type: SnappedPointType, description: 'Where the start was placed on the network.' }),
    found: t.field({
      type: [LoopType],
      description: '1 to 4 loops that differ.',
      resolve: ({ loops, request: { profile } }) => loops.map((loop) => ({ ...loop, profile })),
    }),
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

type GivenLoops = {
  lengthM: number
  bearingDeg?: number | null | undefined
  alternatives: number
  through?: typeof LoopThroughInput.$inferInput | null | undefined
  settings?: typeof TravelSettingsType.$inferInput | null | undefined
}

function toLoops({ lengthM, bearingDeg, alternatives, through: given, settings }: GivenLoops, start: LonLat) {
  const form = {
    ...{ start, distanceM: lengthM, alternatives },
    ...(bearingDeg == null ? {} : { direction: bearingDeg }),
    ...(given == null ? {} : { through: throughOf(given) }),
  }
  return parseTravel(roundTrips, 'loop', form, settings)
}

function throughOf({ places, kinds, atLeast }: typeof LoopThroughInput.$inferInput) {
  return {
    ...(places == null ? {} : { places: places.map((id, i) => readId('Place', String(id), `through.places[${i}]`)) }),
    ...(kinds == null ? {} : { kinds }),
    ...(atLeast == null ? {} : { atLeast }),
  }
}

/** What it will cost; an input that does not pass its checks costs nothing. */
function priceOfLoops(given: GivenLoops): number {
  try {
    return creditsOf(roundTrips, toLoops(given, [0, 0]))
  } catch {
    return 0
  }
}

/** Spot.loops: round trips that begin and end there. */
builder.interfaceFields(SpotInterface, (t) => ({
  loops: t.field({
    type: LoopSearchType,
    mayFail: true,
    description: 'Loops from there, best first; null beside an error, e.g. if none was found.',
    args: {
      lengthM: t.arg.float({
        required: true,
        description: 'How long the loop should be in metres, 500 to 40,000 on foot and to 60,000 by bicycle.',
      }),
      bearingDeg: t.arg.float({
        description:
          'Where the loop should lie: 0 to 360 degrees clockwise from north, give or take 45. Default anywhere.',
      }),
      alternatives: t.arg.int({
        required: true,
        defaultValue: 0,
        description: 'Further loops wanted, 0 to 3, each sharing less than 60 % with every other.',
      }),
      through: t.arg({ type: LoopThroughInput, description: 'What the loop is to pass. Default nothing.' }),
      settings: t.arg({ type: TravelSettingsType, description: 'How you travel; a loop does not take all of them.' }),
    },
    operations: [roundTrips],
    runs: roundTrips,
    credits: priceOfLoops,
    resolve: async (spot, given, { session }) => {
      const requested = toLoops(given, locationOfSpot(spot))
      const { value } = await inGraphqlWords(session.run(roundTrips, requested))
      return { ...value, request: withBeside(value.request, requested) }
    },
  }),
}))
