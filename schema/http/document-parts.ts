// What @defer and @stream do to a document, found out once for each.

import { type DocumentNode, GraphQLDeferDirective, GraphQLStreamDirective, visit } from 'graphql'

interface DocumentParts {
  /** the document without them, as one answer has it; the document itself where it has none */
  whole: DocumentNode
  hasStream: boolean
}

const known = new WeakMap<DocumentNode, DocumentParts>()

export function partsOf(document: DocumentNode): DocumentParts {
  let parts = known.get(document)
  if (parts === undefined) {
    let hasStream = false
    const whole = visit(document, {
      Directive: ({ name: { value } }) => {
        if (value === GraphQLStreamDirective.name) hasStream = true
        return value === GraphQLDeferDirective.name || value === GraphQLStreamDirective.name ? null : undefined
      },
    })
    known.set(document, (parts = { whole, hasStream }))
  }
  return parts
}
