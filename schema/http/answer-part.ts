// A part of an answer with @defer or @stream, in the words of graphql-js 17.

export type Place = readonly (string | number)[]

export interface Pending {
  id: string
  path: Place
  label?: string
}

export interface AnswerPart {
  data?: unknown
  errors?: readonly object[]
  pending?: readonly Pending[]
  incremental?: readonly {
    id: string
    subPath?: Place
    data?: unknown
    items?: readonly unknown[]
    errors?: readonly object[]
  }[]
  completed?: readonly { id: string; errors?: readonly object[] }[]
  hasNext: boolean
  extensions?: object
}

/** Where an increment belongs: of list elements the place of the first. */
export interface PartPlace {
  path: Place
  label: string | undefined
  isList: boolean
}
