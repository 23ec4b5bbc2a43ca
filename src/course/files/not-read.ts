// What a reader of files saw and did not take. Each reader says of every thing that a file holds either that it is read
// or that it is about the file itself (versions, bounds, when it was made); anything else that holds something is named
// here, so that nothing is lost without notice.

import { type Sentence, say } from '../../language/sentence.ts'

export const NOT_READ_CODES = [
  'areas',
  'attribution',
  'documents',
  'heights',
  'links',
  'names',
  'names_cut',
  'points',
  'properties',
  'routes',
  'sensors',
  'shape',
  'times',
  'waypoints',
] as const
export type NotReadCode = (typeof NOT_READ_CODES)[number]

export interface NotRead {
  code: NotReadCode
  /** names of what it was, as the file has them */
  what: readonly string[]
}

const MAX_NAMED = 12
const MAX_CHARACTERS = 60

/** Collects what is not read, each thing once. */
export class NotReadList {
  readonly #found = new Map<NotReadCode, Set<string>>()

  leave(code: NotReadCode, what?: string): void {
    let named = this.#found.get(code)
    if (named === undefined) this.#found.set(code, (named = new Set()))
    if (what !== undefined && named.size <= MAX_NAMED) named.add(what.slice(0, MAX_CHARACTERS).toWellFormed())
  }

  addAll(other: NotReadList): void {
    for (const { code, what } of other.list()) {
      this.leave(code)
      for (const one of what) this.leave(code, one)
    }
  }

  list(): NotRead[] {
    return NOT_READ_CODES.flatMap((code) => {
      const named = this.#found.get(code)
      return named === undefined ? [] : [{ code, what: [...named] }]
    })
  }
}

/** In words: `Descriptions and other properties of the file were not read (wpt.desc, wpt.sym).` */
export function sayNotRead({ code, what }: NotRead): Sentence {
  const lost = say(`lost.${code}`)
  if (what.length === 0) return say('lost.not_read', { lost })
  const names = what.slice(0, MAX_NAMED)
  return say(what.length > MAX_NAMED ? 'lost.not_read.others' : 'lost.not_read.named', { lost, names })
}

/** Which elements of an XML format are read. Names are local names. */
export interface ElementTable {
  /** elements that say nothing but what they hold */
  holds: ReadonlySet<string>
  /** by the element that holds them: read, or about the file itself */
  reads: Readonly<Record<string, ReadonlySet<string>>>
  /** the codes of others, by name or by `holder.name`; `properties` if absent */
  codes: Readonly<Record<string, NotReadCode>>
}

/** What of an element is not read: the outermost element on its path that is not; null if it is read. */
export function findNotRead(
  { holds, reads, codes }: ElementTable,
  path: readonly string[],
): { code: NotReadCode; what: string } | null {
  let depth = 0
  while (depth < path.length && holds.has(path[depth])) depth++
  if (depth === path.length) return null
  const name = path[depth]
  const holder = path[depth - 1] ?? ''
  if (reads[holder]?.has(name) === true) return null
  const what = `${holder}.${name}`
  return { code: codes[what] ?? codes[name] ?? 'properties', what }
}

/** Of names in one string, separated by spaces. */
export const namesOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))
