// GraphQL of routing: route, and its alternatives.

import { say } from '../src/language/sentence.ts'
import { alternativesOf, routeOfAnswer, requestOfRoute, planRoute, planAlternatives } from '../resolvers/routing.ts'
import { MAX_ALTERNATIVES } from '../src/travel/limits.ts'
import { ServiceError } from '../src/errors.ts'
import type { AlternativeRoute, RouteDifference, WaypointRoute } from '../src/routing/costs/route-types.ts'
import { builder } from './builder.ts'
import { operation } from './operation.ts'
import { findRoute, priceOfRoute, RouteInput } from './route-input.ts'
import { RouteType } from './route-type.ts'
import { reasonFields, sentenceFields } from './sentence.ts'

operation(planRoute, {
  name: 'route',
  type: RouteType,
  args: (t) => ({
    input: t.arg({
      type: RouteInput,
      required: true,
      description: 'The waypoints of the route, and how you travel.',
    }),
  }),
  credits: ({ input }) => priceOfRoute(input),
  resolve: async ({ input }, context) => routeOfAnswer(await findRoute(input, context, 'input.')),
})

const RouteDifferenceType = builder.objectRef<RouteDifference>('RouteDifference').implement({
  description: 'How a route differs from the best one: its figure less that of the best.',
  fields: (t) => ({
    lengthM: t.exposeFloat('distanceM', { description: 'How many metres longer it is, negative if shorter.' }),
    ascentM: t.exposeFloat('ascentM', {
      nullable: true,
      description:
        'How many metres more it climbs, negative if fewer; null where the climb of one of the two is not known.',
    }),
    movingS: t.exposeFloat('movingS', {
      nullable: true,
      description: 'How many seconds more it takes, negative if fewer; null where one of the two has no moving time.',
    }),
    hardestSac: t.exposeInt('hardestSac', {
      nullable: true,
      description:
        'By how many SAC grades its hardest stretch is harder, negative if easier; null by bicycle, and where one of the two has no grade.',
    }),
    pavedM: t.exposeFloat('pavedM', { description: 'How many metres more are on paved ways, negative if fewer.' }),
    sharedShare: t.exposeFloat('sharedShare', { description: 'Share of its cost on ways of the best route, 0 to 1.' }),
    ...sentenceFields(t, 'summary', 'What it costs and what it gives, in a sentence.', (differs) => differs.because),
  }),
})

const RouteAlternativesType = builder
  .objectRef<Required<Pick<WaypointRoute, 'alternatives' | 'alternativesReason'>>>('RouteAlternatives')
  .implement({
    description: 'Other good routes between the same two waypoints.',
    fields: (t) => ({
      nodes: t.field({
        type: [RouteType],
        description: 'The routes in the order of their merit, each with `differs`.',
        resolve: ({ alternatives }) => alternatives,
      }),
      ...reasonFields(
        t,
        'reason',
        'Why there are fewer than requested; null otherwise.',
        (all) => all.alternativesReason,
      ),
    }),
  })

const isAlternative = (route: object): route is AlternativeRoute => 'differs' in route

const bounded = (first: number) => Math.max(0, Math.min(MAX_ALTERNATIVES, first))

/** Route.alternatives: other good routes between the same two waypoints, each with what differs. */
builder.objectFields(RouteType, (t) => ({
  alternatives: t.field({
    type: RouteAlternativesType,
    nullable: true,
    description:
      'Other good routes between the same two waypoints: each at most 1.5 times as costly as the best, at most 70 % of its cost shared with it and with one another, and without a detour. Fewer than requested is normal. Costs as much as the routes that are found. Null for an alternative, or beside an error.',
    args: {
      first: t.arg.int({
        defaultValue: MAX_ALTERNATIVES - 1,
        required: true,
        description: `Most routes wanted, 1 to ${MAX_ALTERNATIVES}.`,
      }),
    },
    runs: planAlternatives,
    credits: ({ first }) => bounded(first),
    resolve: async (route, { first }, { session }) => {
      const request = isAlternative(route) ? null : requestOfRoute(route)
      if (first < 1 || first > MAX_ALTERNATIVES)
        throw new ServiceError(say('error.invalid_input.first', { max: MAX_ALTERNATIVES }), {
          inputPath: 'first',
        })
      if (request === null) return null
      const { value } = await session.run(planAlternatives, { ...request, alternatives: first })
      return {
        alternatives: [...alternativesOf(value.alternatives ?? [], request)],
        alternativesReason: value.alternativesReason ?? null,
      }
    },
  }),
  differs: t.field({
    type: RouteDifferenceType,
    nullable: true,
    description: 'How an alternative differs from the best route; null for the best.',
    resolve: (route) => (isAlternative(route) ? route.differs : null),
  }),
}))
