// What @defer and @stream do to a document, found out once for each.

import { say } from '../../src/language/sentence.ts'
import {
  type DirectiveNode,
  type DocumentNode,
  GraphQLDeferDirective,
  GraphQLStreamDirective,
  getArgumentValues,
  visit,
} from 'graphql'
import { ServiceError } from '../../src/errors.ts'
import type { Variables } from './selected-fields.ts'

interface DocumentParts {
  /** the document without them, as one answer has it; the document itself where it has none */
  whole: DocumentNode
  hasStream: boolean
  /** each @stream of the document */
  streams: readonly DirectiveNode[]
}

const known = new WeakMap<DocumentNode, DocumentParts>()

export function partsOf(document: DocumentNode): DocumentParts {
  let parts = known.get(document)
  if (parts === undefined) {
    const streams: DirectiveNode[] = []
    const whole = visit(document, {
      Directive: (directive) => {
        const { value } = directive.name
        if (value === GraphQLStreamDirective.name) streams.push(directive)
        return value === GraphQLDeferDirective.name || value === GraphQLStreamDirective.name ? null : undefined
      },
    })
    known.set(document, (parts = { whole, hasStream: streams.length > 0, streams }))
  }
  return parts
}

/** Throws ServiceError `invalid_input` for a @stream that begins before the first element: graphql-js would fail. */
export function checkStreams(document: DocumentNode, variables: Variables): void {
  for (const directive of partsOf(document).streams) {
    const { initialCount } = getArgumentValues(GraphQLStreamDirective, directive, variables) as {
      initialCount: unknown
    }
    if (typeof initialCount !== 'number' || initialCount < 0)
      throw new ServiceError(say('error.invalid_input.initial_count', { given: String(initialCount) }), {
        inputPath: 'initialCount',
      })
  }
}
