// The rule that fields of one name can be one compares all of them with each other, which a document of 4,000 tokens
// can make a matter of millions. So few of one name are allowed beside each other.

import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql'
import { say } from '../../src/language/sentence.ts'
import { refusedDocument } from './graphql-errors.ts'

const MAX_REPEATS = 50

/** The document as it came. Throws GraphQLError `invalid_input` where one set selects a name too often. */
export function checkRepeats(document: unknown): unknown {
  for (const definition of (document as DocumentNode).definitions)
    if ('selectionSet' in definition && definition.selectionSet !== undefined) checkSet(definition.selectionSet)
  return document
}

function checkSet(set: SelectionSetNode, counts = new Map<string, number>()): void {
  for (const selection of set.selections) {
    if (selection.kind === Kind.INLINE_FRAGMENT) checkSet(selection.selectionSet, counts)
    else {
      const name =
        selection.kind === Kind.FIELD ? (selection.alias?.value ?? selection.name.value) : `...${selection.name.value}`
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      if (count > MAX_REPEATS) throw refusedDocument(say('error.invalid_input.repeated', { name, most: MAX_REPEATS }))
      if (selection.kind === Kind.FIELD && selection.selectionSet !== undefined) checkSet(selection.selectionSet)
    }
  }
}
