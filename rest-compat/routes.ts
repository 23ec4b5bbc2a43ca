// The register of operations: every REST path with its operation, from routes/. OpenAPI, the schemas of answers, the
// fuzz and the tests of the catalogue are derived from it. The order does not matter: no two paths overlap.

import type { AnyOperation } from '../resolvers/pipeline/operation.ts'
import { JSON_TYPE } from '../src/server/send-answer.ts'
import {
  type NamedAttribution,
  spokenIn,
  type Attribution,
  type StoredAttribution,
  toAttribution,
} from '../src/releases/attribution.ts'
import type { Renderer } from '../src/language/renderer.ts'
import { EncodedAnswer } from '../src/wire/encoded-answer.ts'
import { toWireText } from '../src/wire/wire-json.ts'
import type { AnsweringRoute, OperationRoute } from './operation-route.ts'
import { ACCOUNT_ROWS } from './routes/account.ts'
import { COURSE_ROWS } from './routes/course.ts'
import { MAPS_ROWS } from './routes/maps.ts'
import { MATCHING_ROWS } from './routes/matching.ts'
import { ROUTING_ROWS } from './routes/routing.ts'
import { SEARCH_ROWS } from './routes/search.ts'
import { STATIC_MAP_ROWS } from './routes/static-map.ts'
import { WEATHER_ROWS } from './routes/weather.ts'

/** An answer that names sources of its own keeps them. */
export function attributed(answer: object, sources: readonly StoredAttribution[]): object {
  const own = (answer as { attribution?: readonly Attribution[] }).attribution ?? []
  return { ...answer, attribution: [...own, ...sources.map(toAttribution)] }
}

/**
 * `attribution` of an answer of REST: whose data it carries, as its last member. A written object with the member. The
 * chunks given are left as they are.
 */
export function withAttribution(
  wire: string | readonly Uint8Array[],
  sources: readonly StoredAttribution[],
  renderer: Renderer,
): string | readonly Uint8Array[] {
  const end = `,${toWireText(attributed({}, sources), renderer).slice(1)}`
  if (typeof wire === 'string') return wire.slice(0, -1) + end
  const last = wire[wire.length - 1]
  return [...wire.slice(0, -1), Buffer.concat([last.subarray(0, -1), Buffer.from(end)])]
}

/** Rows by subject, as a reader meets them. A new subject is one line here. */
const GROUPS = [
  { name: 'Routes', says: 'Routes, round trips and what the planner takes.', rows: ROUTING_ROWS },
  { name: 'Lines', says: 'What a line that you send follows on the map.', rows: MATCHING_ROWS },
  { name: 'Courses and files', says: 'Profiles, pace plans, GPX files and your own pace.', rows: COURSE_ROWS },
  { name: 'Places and trails', says: 'Places by name, around a point and in a box; signed trails.', rows: SEARCH_ROWS },
  { name: 'Weather and snow', says: 'Forecasts for points and along a line; snow on the ground.', rows: WEATHER_ROWS },
  { name: 'Maps', says: 'Pictures of the map.', rows: STATIC_MAP_ROWS },
  { name: 'Artifacts and heights', says: 'What is published, how old it is, and heights of points.', rows: MAPS_ROWS },
  { name: 'Account', says: 'What a key has used.', rows: ACCOUNT_ROWS },
] as const
export const ROW_GROUPS: readonly { name: string; says: string; rows: readonly OperationRoute[] }[] = GROUPS

export const OPERATION_ROWS: readonly OperationRoute[] = ROW_GROUPS.flatMap(({ rows }) => rows)
/** Every operation, once. Each has at least one REST path. */
export const OPERATIONS: readonly AnyOperation[] = [...new Set(OPERATION_ROWS.map(({ operation }) => operation))]

/** The TypeScript type of each row's 200 answer, in order of the rows: codegen derives answer-schemas.json from it. */
export type RowAnswers = AnswersOf<RowsOf<typeof GROUPS>>
type RowsOf<Groups> = Groups extends readonly [{ readonly rows: infer Rows extends readonly unknown[] }, ...infer Rest]
  ? [...Rows, ...RowsOf<Rest>]
  : []
type AnswersOf<Rows> = { [Index in keyof Rows]: Rows[Index] extends AnsweringRoute<infer Answer> ? Answer : never }

/**
 * The type and text of an answer (or its bytes in chunks): a prepared one as it is, anything else written as snake_case
 * JSON; with the sources that it was made from. `renderer`: says its sentences.
 */
export function writeAnswer(
  row: OperationRoute,
  output: unknown,
  input: unknown,
  sources: readonly NamedAttribution[],
  renderer: Renderer,
): { type: string; text: string | readonly Uint8Array[] } {
  const isNamed = row.operation.sources.length > 0
  if (output instanceof EncodedAnswer)
    return { type: JSON_TYPE, text: isNamed ? withAttribution(output.wire, sources, renderer) : output.wire }
  if (row.plain === true) return { type: 'text/plain; charset=utf-8', text: String(output) }
  const other =
    row.otherForm?.(
      output,
      input,
      sources.map((source) => spokenIn(renderer.language, source)),
    ) ?? null
  if (other !== null) return other
  const answer = (row.encode === undefined ? output : row.encode(output)) as object
  return { type: JSON_TYPE, text: toWireText(isNamed ? attributed(answer, sources) : answer, renderer) }
}
