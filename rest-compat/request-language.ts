// `language` of every operation: a member of its body or of its query, beside what the operation itself takes. The
// answer is said in it, and so is a refusal; `Accept-Language` decides for refusals alone (src/server/refusal-language.ts).

import { z } from 'zod'
import type { JsonSchema } from '../resolvers/input/json-schema.ts'
import { fields, languageTag } from '../resolvers/input/input-fields.ts'
import { LANGUAGE_TAG } from '../src/language/choose-language.ts'
import { parseInput } from '../resolvers/pipeline/parse-input.ts'
import type { QueryParameter } from './query-parameters.ts'
import answerSchemas from './answer-schemas.json' with { type: 'json' }

const SHARED = '#/components/schemas/'
/** Of a text that is said in the language of the request. */
export const SENTENCE_MARK = 'x-sentence'

const input = fields({
  language: languageTag()
    .optional()
    .describe(
      'Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue.',
    ),
})

/** A body with the member, unless it has one of its own. */
export function withLanguage(body: JsonSchema): JsonSchema {
  return { ...body, properties: { ...body.properties, language: body.properties?.language ?? SCHEMA } }
}

const SCHEMA = z.toJSONSchema(input).properties!.language as JsonSchema
const { description, ...schema } = SCHEMA
export const LANGUAGE_PARAMETER: QueryParameter = { description: description!, required: false, schema }

/** The tag in a body or in what was read of a query, null if absent. Throws ServiceError `invalid_input`. */
export function readLanguage(given: unknown): string | null {
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, 'language')) return null
  return parseInput({ input }, { language: (given as { language: unknown }).language }).language ?? null
}

/** The tag in an object of the body, null if absent. What is no tag is refused with the rest of the body. */
export function languageWithin(body: unknown, member: string | undefined): string | null {
  if (member === undefined || typeof body !== 'object' || body === null) return null
  const { language } = ((body as Record<string, unknown>)[member] ?? {}) as { language?: unknown }
  return typeof language === 'string' && LANGUAGE_TAG.test(language) ? language : null
}

/** Ids of the operations whose answers hold sentences. */
export const OPERATIONS_WITH_SENTENCES: ReadonlySet<string> = new Set(
  Object.entries(answerSchemas.answers).flatMap(([id, schema]) => (holdsSentence(schema, new Set()) ? [id] : [])),
)

/** `seen`: names of shared schemas. */
function holdsSentence(schema: unknown, seen: Set<string>): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const { $ref, [SENTENCE_MARK]: mark } = schema as { $ref?: unknown; [SENTENCE_MARK]?: unknown }
  if (mark === true) return true
  if (typeof $ref !== 'string') return Object.values(schema).some((member) => holdsSentence(member, seen))
  const name = $ref.slice(SHARED.length)
  if (seen.has(name)) return false
  seen.add(name)
  return holdsSentence((answerSchemas.schemas as Record<string, unknown>)[name], seen)
}
