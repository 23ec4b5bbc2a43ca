// Query.attribution and Query.service: whose data this service answers with. What else it says of itself is beside this
// file, a field each: planner.ts, artifacts.ts, account.ts.

import type { Attribution } from '../src/releases/attribution.ts'
import { builder } from './builder.ts'
import type { DocumentContext } from './document-context.ts'
import { sentenceFields } from './sentence.ts'

export const AttributionType = builder.objectRef<Attribution>('DataAttribution').implement({
  description: 'Who must be credited wherever the values are shown.',
  fields: (t) => ({
    ...sentenceFields(t, 'text', 'The attribution text to show.', (source) => source.text),
    licence: t.exposeString('licence', { nullable: true, description: 'The licence; null where it is not known.' }),
    url: t.exposeString('url', { nullable: true, description: 'Address of the source; null without one.' }),
  }),
})

/** A field with whose data everything of the live release is. */
export const ATTRIBUTION_FIELD = {
  type: [AttributionType] as [typeof AttributionType],
  description:
    'Whose data the map, the terrain and all that is worked out from them is: to be shown wherever any of it is. Weather and snow name their own. Empty while nothing is published. Costs nothing.',
  resolve: (_source: unknown, _args: object, { loaders }: DocumentContext) => loaders.attributions(),
}

export const ServiceType = builder.objectRef<object>('Service').implement({
  description: 'This service: what it holds, what it can be asked, and what you have used of it.',
  fields: (t) => ({ attribution: t.field(ATTRIBUTION_FIELD) }),
})

builder.queryFields((t) => ({
  attribution: t.field(ATTRIBUTION_FIELD),
  service: t.field({
    type: ServiceType,
    description: 'This service, what it holds and what it can be asked. Costs nothing.',
    rateLimited: false,
    resolve: () => ({}),
  }),
}))
