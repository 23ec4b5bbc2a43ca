// A subscription's document as two: what is asked of the course, which is compared and paid for, and what an event says
// of itself (`causes`, `marks`), which is known only when the first has run. Found out once for each document.

import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'

export interface SplitDocument {
  course: DocumentNode
  about: DocumentNode
}

/** Fields of `Conditions` that an event says of itself. */
const ABOUT: ReadonlySet<string> = new Set(['causes', 'marks'])
const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }

const known = new WeakMap<DocumentNode, SplitDocument>()

export function splitDocument(schema: GraphQLSchema, document: DocumentNode): SplitDocument {
  let split = known.get(document)
  if (split === undefined) {
    split = {
      course: without(schema, document, (name) => ABOUT.has(name)),
      about: without(schema, document, (name) => !ABOUT.has(name) && name !== '__typename'),
    }
    known.set(document, split)
  }
  return split
}

/** Without these fields of `Conditions`; a selection that loses all keeps its type's name. */
function without(schema: GraphQLSchema, document: DocumentNode, isLeftOut: (name: string) => boolean): DocumentNode {
  const types = new TypeInfo(schema)
  return visit(
    document,
    visitWithTypeInfo(types, {
      Field: ({ name }) => (types.getParentType()?.name === 'Conditions' && isLeftOut(name.value) ? null : undefined),
      SelectionSet: {
        leave: (set) => (set.selections.length === 0 ? { ...set, selections: [TYPENAME] } : undefined),
      },
    }),
  )
}
