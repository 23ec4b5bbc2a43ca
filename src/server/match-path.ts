// Path -> row. Exact paths need one Map lookup; paths with `{name}` segments are compared segment by segment.
// A segment never matches empty text, and is percent-decoded once; an invalid escape matches nothing.

export interface Match<T> {
  /** by method */
  rows: Map<string, T>
  parameters: Record<string, string>
}

const NO_PARAMETERS = Object.freeze({}) as Record<string, string>

export class PathTable<T extends { method: string; path: string }> {
  #exact = new Map<string, Match<T>>()
  #patterns: { segments: string[]; rows: Map<string, T> }[] = []

  constructor(rows: Iterable<T>) {
    for (const row of rows) {
      if (!row.path.includes('{')) {
        const match = this.#exact.get(row.path) ?? { rows: new Map<string, T>(), parameters: NO_PARAMETERS }
        match.rows.set(row.method, row)
        this.#exact.set(row.path, match)
        continue
      }
      const segments = row.path.split('/')
      const same = this.#patterns.find((pattern) => pattern.segments.join('/') === row.path)
      if (same !== undefined) same.rows.set(row.method, row)
      else this.#patterns.push({ segments, rows: new Map([[row.method, row]]) })
    }
  }

  find(path: string): Match<T> | null {
    const exact = this.#exact.get(path)
    if (exact !== undefined) return exact
    const given = path.split('/')
    for (const { segments, rows } of this.#patterns) {
      if (segments.length !== given.length) continue
      const parameters = matchSegments(segments, given)
      if (parameters !== null) return { rows, parameters }
    }
    return null
  }
}

/** `{artifact}.pmtiles` may have text after the name. */
function matchSegments(segments: string[], given: string[]): Record<string, string> | null {
  const parameters: Record<string, string> = {}
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i]
    if (!segment.startsWith('{')) {
      if (segment !== given[i]) return null
      continue
    }
    const close = segment.indexOf('}')
    const tail = segment.slice(close + 1)
    if (given[i].length <= tail.length || !given[i].endsWith(tail)) return null
    try {
      parameters[segment.slice(1, close)] = decodeURIComponent(given[i].slice(0, given[i].length - tail.length))
    } catch {
      return null
    }
  }
  return parameters
}
