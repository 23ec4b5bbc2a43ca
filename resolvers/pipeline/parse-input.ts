// Raw input -> checked input, and the one sentence where it fails: which field, what was expected, what came.
// Field names are in backticks and camelCase; REST rewrites them to snake_case. Never zod's own wording.

import { ServiceError } from '../../src/errors.ts'
import type { Operation } from './operation.ts'

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
export function parseInput<Input>(operation: Readonly<Operation<Input, unknown>>, raw: unknown): Input {
  const result = operation.input.safeParse(raw)
  if (result.success) return result.data
  throw inputError(result.error.issues as Issue[], raw)
}

/** The error of a failed check; `raw` is what was checked. Also used by Pothos' validation plugin. */
export function inputError(issues: readonly Issue[], raw: unknown): ServiceError {
  const issue = ofNearestForm(issues[0])
  const path = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part))
  if (issue.code === 'unrecognized_keys' && issue.keys !== undefined) {
    const unknownPath = pathText([...path, issue.keys[0].slice(0, 40)])
    return new ServiceError('invalid_input', `\`${unknownPath}\` is not known: expected ${issue.message}.`, {
      inputPath: unknownPath,
    })
  }
  const inputPath = pathText(path)
  const named = inputPath === '' ? 'The request' : `\`${inputPath}\``
  const value = valueAt(raw, path)
  const sentence = issue.message.endsWith('.')
    ? `${named}: ${issue.message}`
    : value === undefined
      ? `${named} is missing: expected ${issue.message}.`
      : `${named}: expected ${issue.message}, got ${describeValue(value)}.`
  return new ServiceError('invalid_input', sentence, { inputPath })
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
export function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  switch (typeof value) {
    case 'string':
      return value.length > 40 ? `a text of ${value.length} characters` : JSON.stringify(value)
    case 'number':
    case 'boolean':
      return String(value)
    default:
      return 'an object'
  }
}
