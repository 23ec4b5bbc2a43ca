// Examples of requests and answers as the OpenAPI document has them.

import answers from './example-answers.json' with { type: 'json' }
import { EXAMPLE_REQUESTS, type ExampleRequest } from './example-requests.ts'
import type { OperationRow } from './operation-row.ts'

export interface Example extends ExampleRequest {
  /** with lists cut; undefined where the answer is no JSON */
  answer?: unknown
}

/** Throws Error where an operation has none. */
export function exampleOf(row: OperationRow): Example {
  const id = row.operationId ?? row.resolver.id
  const request = EXAMPLE_REQUESTS[id]
  if (request === undefined) throw new Error(`there is no example of ${id} in rest-compat/example-requests.ts`)
  return { ...request, answer: (answers as Record<string, unknown>)[id] }
}

/** The address that asks for an example: path and query. */
export function exampleAddress({ path }: OperationRow, { parameters = {} }: ExampleRequest): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (!path.includes(`{${name}}`)) query.set(name, String(value))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name]))
  return query.size === 0 ? filled : `${filled}?${query}`
}
