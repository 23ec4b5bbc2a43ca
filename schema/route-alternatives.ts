// Route.alternatives: other good routes between the same two waypoints, each with what differs.

import { requestOfRoute } from '../resolvers/route-requests.ts'
import { planAlternatives } from '../resolvers/routing.ts'
import { ServiceError } from '../src/errors.ts'
import type { AlternativeRoute, RouteDifference, WaypointRoute } from '../src/routing/costs/route-types.ts'
import { MAX_ALTERNATIVES } from '../src/travel/limits.ts'
import { builder } from './builder.ts'
import { RouteType } from './route-type.ts'

const RouteDifferenceType = builder.objectRef<RouteDifference>('RouteDifference').implement({
  description: 'How a route differs from the best one: its figure less that of the best.',
  fields: (t) => ({
    distanceM: t.exposeFloat('distanceM', { description: 'Metres that it is longer; negative where it is shorter.' }),
    ascentM: t.exposeFloat('ascentM', {
      nullable: true,
      description: 'Metres of climb more; null where the climb of one of the two is not known.',
    }),
    movingS: t.exposeFloat('movingS', {
      nullable: true,
      description: 'Seconds of moving time more; null where one of the two has no time.',
    }),
    hardestSac: t.exposeInt('hardestSac', {
      nullable: true,
      description: 'Grades that its hardest stretch is harder; null by bicycle, and where one of the two has no grade.',
    }),
    pavedM: t.exposeFloat('pavedM', { description: 'Metres more on paved ways.' }),
    sharedShare: t.exposeFloat('sharedShare', { description: 'Share of its cost on ways of the best route, 0 to 1.' }),
    because: t.exposeString('because', { description: 'What it costs and what it gives, in a sentence.' }),
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
      reason: t.exposeString('alternativesReason', {
        nullable: true,
        description: 'Why there are fewer than requested; null otherwise.',
      }),
    }),
  })

const bounded = (first: number) => Math.max(0, Math.min(MAX_ALTERNATIVES, first))

builder.objectFields(RouteType, (t) => ({
  alternatives: t.field({
    type: RouteAlternativesType,
    nullable: true,
    description:
      'Other good routes between the same two waypoints: each at most 1.5 times as costly as the best, at most 70 % of its cost shared with it and with one another, and without a detour. Fewer than requested is normal. Costs as much as the routes that are found. Null for an alternative.',
    args: {
      first: t.arg.int({
        defaultValue: MAX_ALTERNATIVES - 1,
        required: true,
        description: `Most routes wanted, 1 to ${MAX_ALTERNATIVES}.`,
      }),
    },
    extensions: { runs: planAlternatives },
    complexity: ({ first }) => bounded(first),
    resolve: async (route, { first }, { session }) => {
      const request = requestOfRoute(route)
      if (first < 1 || first > MAX_ALTERNATIVES)
        throw new ServiceError('invalid_input', `\`first\`: expected a whole number from 1 to ${MAX_ALTERNATIVES}.`, {
          inputPath: 'first',
        })
      if (request === null) return null
      const { value } = await session.run(planAlternatives, { ...request, alternatives: first })
      return { alternatives: value.alternatives ?? [], alternativesReason: value.alternativesReason ?? null }
    },
  }),
  differs: t.field({
    type: RouteDifferenceType,
    nullable: true,
    description: 'How an alternative differs from the best route; null for the best.',
    resolve: (route) => (route as Partial<AlternativeRoute>).differs ?? null,
  }),
}))
