// An answer that arrives in parts (`pending`, `incremental`, `completed`), put together. Each state is a value of its
// own: what a part does not touch is shared with the state before.

import type { GraphqlFailure, WaypostError } from './waypost-error.ts'
import type { Cost } from './send.ts'

type Path = readonly (string | number)[]

export interface AnswerPart {
  data?: object | null
  errors?: readonly GraphqlFailure[]
  extensions?: { cost?: { reserved?: number; charged?: number; remaining?: number | null } }
  pending?: readonly { id: string; path: Path; label?: string }[]
  incremental?: readonly IncrementalPart[]
  completed?: readonly { id: string; errors?: readonly GraphqlFailure[] }[]
  hasNext?: boolean
}

interface IncrementalPart {
  id?: string
  subPath?: Path
  /** in place of `id` in the older format */
  path?: Path
  data?: object | null
  items?: readonly unknown[] | null
  errors?: readonly GraphqlFailure[]
}

export class MergedAnswer {
  data: unknown = null
  errors: GraphqlFailure[] = []
  hasNext = false
  /** path of what is still to come, by its id */
  #pending = new Map<string, Path>()

  add(part: AnswerPart): void {
    if (part.data !== undefined) this.data = part.data
    for (const { id, path } of part.pending ?? []) this.#pending.set(id, path)
    for (const one of part.incremental ?? []) {
      this.#merge(one)
      this.errors.push(...(one.errors ?? []))
    }
    for (const { id, errors = [] } of part.completed ?? []) {
      this.#pending.delete(id)
      this.errors.push(...errors)
    }
    this.errors.push(...(part.errors ?? []))
    this.hasNext = part.hasNext ?? false
  }

  #merge({ id, subPath = [], path, data, items }: IncrementalPart): void {
    const at = path ?? [...(this.#pending.get(id!) ?? []), ...subPath]
    if (Array.isArray(items)) {
      // the older format names the place of the first item
      const list = path === undefined ? at : at.slice(0, -1)
      this.data = changedAt(this.data, list, (old) => [...(old as unknown[]), ...items])
    } else if (data !== undefined && data !== null) this.data = changedAt(this.data, at, (old) => merged(old, data))
  }
}

function changedAt(value: unknown, path: Path, change: (old: unknown) => unknown): unknown {
  if (path.length === 0) return change(value)
  const [step, ...rest] = path
  const copy: any = Array.isArray(value) ? [...value] : { ...(value as object) }
  copy[step] = changedAt(copy[step], rest, change)
  return copy
}

/** Members of both are merged in turn; a list with a list item by item. */
function merged(old: unknown, added: unknown): unknown {
  if (typeof old !== 'object' || old === null || typeof added !== 'object' || added === null) return added
  if (Array.isArray(added)) return added.map((item, index) => merged((old as unknown[])[index], item))
  const both: Record<string, unknown> = { ...old }
  for (const [name, value] of Object.entries(added)) both[name] = merged(both[name], value)
  return both
}

/** What a GraphQL document answers: data, the errors of its fields, and what it cost. */
export interface GraphqlAnswer<Data> {
  data: Data
  /** of fields that are null for it; their `path` says which */
  errors: WaypostError[]
  /** null until the last part */
  cost: Cost | null
}
