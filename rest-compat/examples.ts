// Examples of requests and answers as the OpenAPI document has them.

import answers from './example-answers.json' with { type: 'json' }
import { EXAMPLE_REQUESTS, type ExampleRequest } from './example-requests.ts'
import type { OperationRoute } from './operation-route.ts'

export interface Example extends Omit<ExampleRequest, 'more'> {
  /** with lists cut; undefined where the answer is no JSON */
  answer?: unknown
}

/** What the first of several examples is called. */
export const PLAIN = 'Plain'

/** Name of a recorded answer. */
export const answerName = (id: string, example: string): string => (example === PLAIN ? id : `${id}: ${example}`)

/** The first example of an operation. Throws Error where it has none. */
export const exampleOf = (row: OperationRoute): Example => examplesOf(row).get(PLAIN)!

/** All of them by name. Throws Error where an operation has none. */
export function examplesOf(row: OperationRoute): ReadonlyMap<string, Example> {
  const id = row.operationId ?? row.resolver.id
  const request = EXAMPLE_REQUESTS[id]
  if (request === undefined) throw new Error(`there is no example of ${id} in rest-compat/example-requests.ts`)
  const { more = {}, ...plain } = request
  const named: [string, Example][] = [
    [PLAIN, plain],
    ...Object.entries(more).map(([name, body]) => [name, { body }] as [string, Example]),
  ]
  return new Map(
    named.map(([name, one]) => [name, { ...one, answer: (answers as Record<string, unknown>)[answerName(id, name)] }]),
  )
}

/** The address that asks for an example: path and query. */
export function exampleAddress({ path }: OperationRoute, { parameters = {} }: ExampleRequest): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (!path.includes(`{${name}}`)) query.set(name, String(value))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name]))
  return query.size === 0 ? filled : `${filled}?${query}`
}
