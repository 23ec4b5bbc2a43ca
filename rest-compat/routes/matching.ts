// REST paths for matching and analysing a supplied line.

import { matchTrace } from '../../resolvers/match-trace.ts'
import { analyseRoute } from '../../resolvers/analyse-route.ts'
import { row } from '../operation-route.ts'

export const MATCHING_ROWS = [
  row({
    host: 'api',
    method: 'POST',
    path: '/v1/route-analysis',
    errors: 'product',
    operation: analyseRoute,
  }),
  row({
    host: 'api',
    method: 'POST',
    path: '/engine/trace_attributes',
    errors: 'error',
    operation: matchTrace,
  }),
] as const
