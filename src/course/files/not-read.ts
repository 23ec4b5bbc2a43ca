// What a reader of files saw and did not take. Each reader says of every thing that a file holds either that it is read
// or that it is about the file itself (versions, bounds, when it was made); anything else that holds something is named
// here, so that nothing is lost without notice.

/** The sentence of each code; `what` is added in brackets. */
const NOT_READ = {
  areas: 'Areas of the file were not read.',
  attribution: 'Authors, licences and sources that the file names were not read.',
  documents: 'Other documents and files of the archive were not read.',
  heights: 'Heights above the ground, heights of cues and heights that are no numbers were not read.',
  links: 'Links of the file were not followed.',
  names: 'Names of further lines, folders and points of the line were not read.',
  names_cut: 'Names were cut to 200 characters.',
  points: 'Points of the line without a position were left out.',
  properties: 'Descriptions and other properties of the file were not read.',
  routes: 'Routes beside the track of the file were not read.',
  sensors: 'Measurements beside place, height and time (heart rate, cadence, power and the like) were not read.',
  shape: 'Shaping points between the points of a route were not read: the line is straight between those.',
  times: 'Times that are a plan, or not dates, were not read.',
  waypoints: 'Waypoints and cues without a position were left out.',
} as const
export type NotReadCode = keyof typeof NOT_READ
export const NOT_READ_CODES = Object.keys(NOT_READ) as NotReadCode[]

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
export function sayNotRead({ code, what }: NotRead): string {
  if (what.length === 0) return NOT_READ[code]
  const named = what.slice(0, MAX_NAMED).join(', ')
  return `${NOT_READ[code].slice(0, -1)} (${named}${what.length > MAX_NAMED ? ' and others' : ''}).`
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
