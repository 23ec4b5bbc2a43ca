// Raw input -> checked input, and the one sentence where it fails: which field, what was expected, what came.
// Field names are in backticks and camelCase; REST rewrites them to snake_case.

import { type RefusalSentence, ServiceError } from '../../src/errors.ts'
import { type Sentence, say } from '../../src/language/sentence.ts'
import type { Operation } from './operation.ts'
import { type Expectation, isRule, readZodMessage, type Rule } from './zod-message.ts'

/** Characters of what came. */
export const MOST_REPEATED = 40

interface Issue {
  message: string
  code?: string
  /** of `unrecognized_keys` */
  keys?: readonly string[]
  /** of `invalid_union`: the faults of each form */
  errors?: readonly (readonly Issue[])[]
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
}

/** Throws ServiceError `invalid_input` naming the first field at fault. */
export function parseInput<Input>(operation: Pick<Operation<Input>, 'input'>, raw: unknown): Input {
  const result = operation.input.safeParse(raw)
  if (result.success) return result.data
  throw inputError(result.error.issues as Issue[], raw)
}

/** The error of a failed check; `raw` is what was checked. Also used by Pothos' validation plugin. */
export function inputError(issues: readonly Issue[], raw: unknown): ServiceError {
  const issue = ofNearestForm(issues[0])
  const said = readZodMessage(issue.message)
  const path = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part))
  if (issue.code === 'unrecognized_keys' && issue.keys !== undefined) {
    const unknownPath = pathText([...path, issue.keys[0].slice(0, 40)])
    return new ServiceError(faultOf(unknownPath, said, UNKNOWN), { inputPath: unknownPath })
  }
  const inputPath = pathText(path)
  const value = valueAt(raw, path)
  return new ServiceError(faultOf(inputPath, said, value === undefined ? null : describeValue(value)), { inputPath })
}

/** In place of what came, where nothing of that name is known. */
export const UNKNOWN = Symbol('unknown')

/** `field`: empty for the whole request; `got`: what came, null if nothing did. */
export function faultOf(
  field: string,
  said: Expectation | Rule,
  got: Sentence | typeof UNKNOWN | null,
): RefusalSentence {
  const isWhole = field === ''
  if (isRule(said))
    return isWhole
      ? say('error.invalid_input.request_rule', { why: said })
      : say('error.invalid_input.field_rule', { field, why: said })
  if (got === UNKNOWN) return say('error.invalid_input.field_unknown', { field, expected: said })
  if (got === null)
    return isWhole
      ? say('error.invalid_input.request_missing', { expected: said })
      : say('error.invalid_input.field_missing', { field, expected: said })
  return isWhole
    ? say('error.invalid_input.request', { expected: said, got })
    : say('error.invalid_input.field', { field, expected: said, got })
}

/** The fault of the one form that the value has; of a value that has none, or might have several, the union's. */
function ofNearestForm(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.errors === undefined) return issue
  const forms = issue.errors.filter((faults) => faults.every(({ path }) => path !== undefined && path.length > 0))
  if (forms.length !== 1) return issue
  const [fault] = forms[0]
  return ofNearestForm({ ...fault, path: [...(issue.path ?? []), ...(fault.path ?? [])] })
}

/** `['waypoints', 3, 0]` -> `waypoints[3][0]`. */
export function pathText(path: readonly PropertyKey[]): string {
  let text = ''
  for (const part of path)
    text += typeof part === 'number' ? `[${part}]` : text === '' ? String(part) : `.${String(part)}`
  return text
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw
  for (const part of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<PropertyKey, unknown>)[part]
  }
  return value
}

/** Short and harmless: never echoes more than a few characters of what came. */
export function describeValue(value: unknown): Sentence {
  if (Array.isArray(value)) return say('got.list', { number: value.length })
  switch (typeof value) {
    case 'string':
      return value.length > MOST_REPEATED
        ? say('got.text', { number: value.length })
        : say('got.value', { word: JSON.stringify(value) })
    case 'object':
      return value === null ? say('got.value', { word: 'null' }) : say('got.object')
    default:
      return say('got.value', { word: String(value) })
  }
}
