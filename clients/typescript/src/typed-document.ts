// A GraphQL document with the types of its answer and variables, as code generators write it; a plain text is one, too.

export interface DocumentTypeDecoration<Data, Variables> {
  __apiType?: (variables: Variables) => Data
}

export interface TypedDocument<Data, Variables> extends DocumentTypeDecoration<Data, Variables> {
  toString(): string
}

/** `query Trip(...)` -> `Trip`; `Query` where it has no name. */
export function operationName(document: string): string {
  return /\b(?:query|subscription)\s+(\w+)/.exec(document)?.[1] ?? 'Query'
}
