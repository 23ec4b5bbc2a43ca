// A GraphQL document with the types of its answer and variables, in each form that code generators write: a syntax tree
// (`TypedDocumentNode`, `DocumentNode`), a text (`TypedDocumentString`), or a text of one's own.

import { print } from './print-document.ts'

export interface DocumentTypeDecoration<Data, Variables> {
  __apiType?: (variables: Variables) => Data
}

/** `DocumentNode` of graphql-js, as far as it is looked at. */
export interface DocumentTree {
  readonly kind: 'Document'
  readonly definitions: readonly object[]
}

/** A text, or an object of class String. */
export interface DocumentText {
  readonly length: number
  toString(): string
  valueOf(): string
}

export type TypedDocument<Data, Variables> = (DocumentTree | DocumentText) & DocumentTypeDecoration<Data, Variables>

/** Variables may be left out only where the document needs none. */
export type AfterDocument<Variables, Options> =
  Record<never, never> extends Variables
    ? [variables?: Variables, options?: Options]
    : [variables: Variables, options?: Options]

/** Throws TypeError for anything else, such as what a loader made of a file. */
export function documentText(document: unknown): string {
  if (typeof document === 'string' || document instanceof String) return String(document)
  if ((document as DocumentTree | null)?.kind === 'Document') return print(document as DocumentTree)
  throw new TypeError('The document is neither a text nor a syntax tree (DocumentNode, TypedDocumentString).')
}

/** `query Trip(...)` -> `Trip`; `Query` where it has no name. */
export function operationName(document: string): string {
  return /\b(?:query|subscription)\s+(\w+)/.exec(document)?.[1] ?? 'Query'
}
