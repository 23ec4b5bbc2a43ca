// The schema, put together from its words. Exports the schema and nothing else.

import './scalars.ts'
import './code-enums.ts'
import './artifacts.ts'
import './line.ts'
import './routing.ts'
import './round-trips.ts'
import './reach.ts'
import './matrix.ts'
import './elevation-profile.ts'
import './pace-plan.ts'
import './simplify-gpx.ts'
import './course-file.ts'
import './matching.ts'
import './snow.ts'
import './static-map.ts'
import './nodes.ts'
import './federation.ts'
import './search.ts'
import './place-facts.ts'
import './trails.ts'
import './route-weather.ts'
import './walker.ts'
import './account.ts'
import './service.ts'
import './planner.ts'
import './conditions.ts'
import './course.ts'
import './course-links.ts'
import './course-analysis.ts'
import './spot.ts'
import './spot-links.ts'
import { GraphQLDeferDirective, GraphQLStreamDirective, specifiedDirectives } from 'graphql'
import { builder } from './builder.ts'
import { DryRunDirective } from './http/dry-run.ts'
import { PRINTED_DIRECTIVES } from './plugin/directives.ts'

export const schema = builder.toSchema({
  directives: [
    ...specifiedDirectives,
    GraphQLDeferDirective,
    GraphQLStreamDirective,
    DryRunDirective,
    ...PRINTED_DIRECTIVES,
  ],
})
