// The text of a document, parsed and validated once: what is read again is found by its text. The bounds that a text
// has to keep before graphql-js sees it are here, too.

import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql'
import { say } from '../../src/language/sentence.ts'
import { partsOf } from './document-parts.ts'
import { ShortDocuments } from './document-cache.ts'
import { refusedDocument } from './graphql-errors.ts'
import { shortened } from './shortened-error.ts'
import { checkRepeats } from './repeated-fields.ts'
import { documentRules } from './value-faults.ts'

export const MAX_TOKENS = 4000

const MAX_SOURCE_NESTING = 64
const MAX_VALIDATION_ERRORS = 5

export interface ReadDocument {
  document: DocumentNode
  /** few errors for many mistakes; none: it may run */
  errors: readonly GraphQLError[]
  /** whether it has @defer or @stream */
  hasParts: boolean
}

export class DocumentReader {
  readonly #schema: GraphQLSchema
  readonly #rules
  readonly #options
  readonly #kept = new ShortDocuments<ReadDocument>()

  /** Without introspection errors suggest no names either. */
  constructor(schema: GraphQLSchema, { introspection }: { introspection: boolean }) {
    this.#schema = schema
    this.#rules = introspection ? documentRules : [...documentRules, NoSchemaIntrospectionCustomRule]
    this.#options = { maxErrors: MAX_VALIDATION_ERRORS, hideSuggestions: !introspection }
  }

  /** Throws GraphQLError where the text is no document, or beyond the bounds. */
  read(text: string): ReadDocument {
    let read = this.#kept.get(text)
    if (read === undefined) this.#kept.set(text, (read = this.#make(text)))
    return read
  }

  #make(text: string): ReadDocument {
    checkNesting(text)
    const document = parse(text, { maxTokens: MAX_TOKENS })
    checkRepeats(document)
    const errors = validate(this.#schema, document, this.#rules, this.#options).map(shortened)
    return { document, errors, hasParts: partsOf(document).whole !== document }
  }
}

/** Throws GraphQLError `invalid_input` where the parser would have to go too deep. */
export function checkNesting(text: string): void {
  if (nesting(text) > MAX_SOURCE_NESTING)
    throw refusedDocument(say('error.invalid_input.nesting_limit', { most: MAX_SOURCE_NESTING }))
}

/** Null where the name fits none, or there are several and no name. */
export function findOperation(document: DocumentNode, name: string | null): OperationDefinitionNode | null {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  if (name === null || name === '') return operations.length === 1 ? operations[0] : null
  return operations.find((operation) => operation.name?.value === name) ?? null
}

/** Deepest nesting of brackets, those in strings counted too: over-careful, and never deeper than the parser's own. */
function nesting(source: string): number {
  let depth = 0
  let deepest = 0
  for (let i = 0; i < source.length; i++) {
    const c = source.charCodeAt(i)
    if (c === 123 || c === 91 || c === 40) deepest = Math.max(deepest, ++depth)
    else if (c === 125 || c === 93 || c === 41) depth = Math.max(0, depth - 1)
  }
  return deepest
}
