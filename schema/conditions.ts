// Subscription.conditions: a line or a trail with all its links, as it is now and again when what was answered has
// changed. The GraphQL handler runs the operation like a query (schema/http/subscriptions/), once for the course and
// once for what the event says of itself.

import { z } from 'zod'
import { profileLine } from '../resolvers/course.ts'
import { type CourseSource, readSupplied } from '../resolvers/course-of.ts'
import { trailRelation } from '../resolvers/search.ts'
import { mostCreditsOf } from '../resolvers/pipeline/operation.ts'
import { planRoute, routeOfAnswer } from '../resolvers/routing.ts'
import { builder } from './builder.ts'
import type { DocumentContext } from './document-context.ts'
import { CourseInterface } from './course.ts'
import { type GivenLine, LineInputType, type ReadInput, readGiven } from './line-input.ts'
import { findRoute, findTrail, priceOfRoute } from './route-input.ts'
import { ATTRIBUTION_FIELD } from './service.ts'

/** Why an event is sent. */
export type ConditionsCause = 'first' | 'release' | 'snow' | 'forecast' | 'time'

/** What the answer was made from. */
export interface ConditionsMarks {
  release: string | null
  snowRaster: string | null
  /** ISO */
  snowPublishedAt: string | null
  forecastFetchedAt: string | null
  forecastIssuedAt: string | null
}

/** The root of an event's own fields; the root of its course has none of them. */
export interface ConditionsEvent {
  causes: readonly ConditionsCause[]
  marks: ConditionsMarks
}

type ConditionsSource = ConditionsEvent | { course: CourseSource }

builder.subscriptionType({
  description:
    'What this service reports as it changes, as server-sent events (`Accept: text/event-stream`). An event costs what the same selection costs as a query.',
})

const ConditionsCauseEnum = builder.enumType('ConditionsCause', {
  description: 'Why conditions are sent.',
  values: {
    FIRST: { value: 'first', description: 'It is the present state, at the start.' },
    RELEASE: { value: 'release', description: 'Another release of map and terrain is live.' },
    SNOW: { value: 'snow', description: 'Another snow raster is published.' },
    FORECAST: { value: 'forecast', description: 'The provider was asked again, as its forecast was no longer fresh.' },
    TIME: {
      value: 'time',
      description: 'Hours have passed: an observation is too old by now, or a departure is over.',
    },
  } as const,
})

const ConditionsMarksType = builder.objectRef<ConditionsMarks>('ConditionsMarks').implement({
  description: 'What an answer was made from.',
  fields: (t) => ({
    release: t.exposeString('release', {
      nullable: true,
      description: 'Id of the live release; null while none is published.',
    }),
    snowRaster: t.exposeString('snowRaster', {
      nullable: true,
      description: 'Id of the snow raster; null while none is published.',
    }),
    snowPublishedAt: t.expose('snowPublishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was published; null while none is.',
    }),
    forecastFetchedAt: t.expose('forecastFetchedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the oldest of the forecasts was fetched from the provider; null if no forecast was selected, or none arrived.',
    }),
    forecastIssuedAt: t.expose('forecastIssuedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the oldest run of their models began; null where no forecast was selected, none came, or the provider does not say.',
    }),
  }),
})

const ConditionsType = builder.objectRef<ConditionsSource>('Conditions').implement({
  description: 'A line as it is now, and why it is sent.',
  fields: (t) => ({
    causes: t.field({
      type: [ConditionsCauseEnum],
      description: 'What has changed since the event before; it alone is no reason for an event.',
      resolve: (source) => [...(source as ConditionsEvent).causes],
    }),
    marks: t.field({
      type: ConditionsMarksType,
      description: 'What it was made from; these alone are no reason for an event.',
      resolve: (source) => (source as ConditionsEvent).marks,
    }),
    attribution: t.field(ATTRIBUTION_FIELD),
    course: t.field({
      type: CourseInterface,
      description:
        'The line: a Trail for `trail`, a Route for `route`, else a Line. Weather, snow, hazards and all else that a course has is selected here.',
      resolve: (source) => (source as { course: CourseSource }).course,
    }),
  }),
})

interface ConditionsArgs extends ReadInput {
  line: GivenLine
}

/** A trail and a route are found when it runs; what else was sent is read here. */
const conditionsArgs = z
  .custom<{ line: GivenLine }>()
  .transform(
    ({ line }, context): ConditionsArgs => (isFound(line) ? { line } : { line, ...readGiven(line, context, 'line') }),
  )

const isFound = ({ trail, route }: GivenLine): boolean => trail != null || route != null

async function readCourse({ line, form, ...sent }: ConditionsArgs, context: DocumentContext): Promise<CourseSource> {
  const { trail, route } = line
  if (trail != null)
    return context.session.runLinked(trailRelation, 1, () => findTrail(trail, context.loaders, 'line.trail'))
  if (route != null) return routeOfAnswer(await findRoute(route, context, 'line.route.'))
  readSupplied(sent)
  return { sent, profile: null, form: form ?? null }
}

builder.subscriptionFields((t) => ({
  conditions: t.field({
    type: ConditionsType,
    mayFail: true,
    description:
      'The conditions along a line: sent at once, and again when a new release, a new snow raster, a newer forecast or the hours that pass have changed what was answered of `course`. Each event costs what its selection costs as a query, and one that is not sent costs nothing. An event has an id, with which (`Last-Event-ID`) a subscription is taken up again. Where the line cannot be read or found it is null beside an error, and the subscription ends.',
    args: t.validate(
      { line: t.arg({ type: LineInputType, required: true, description: 'The line to watch, in any form.' }) },
      conditionsArgs,
    ),
    runs: profileLine,
    argumentBytes: profileLine.limits.bodyBytes,
    mostCredits: mostCreditsOf(planRoute),
    credits: (args: object) => {
      const { trail, route } = (args as ConditionsArgs).line
      return trail != null ? 1 : route == null ? 0 : priceOfRoute(route)
    },
    subscribe: () => {
      throw new TypeError('the GraphQL handler runs subscriptions itself')
    },
    resolve: async (root: unknown, args, context): Promise<ConditionsSource> =>
      root !== undefined && root !== null
        ? (root as ConditionsEvent)
        : { course: await readCourse(args as ConditionsArgs, context) },
  }),
}))
