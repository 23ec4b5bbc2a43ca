// What a GraphQL document answers: data, the errors of its fields, and what it cost.

import type { Cost } from './send.ts'
import type { WaypostError } from './waypost-error.ts'

export interface GraphqlAnswer<Data> {
  data: Data
  /** of fields that are null for it; their `path` says which */
  errors: WaypostError[]
  /** null until the last part */
  cost: Cost | null
}
