// HOT: npm run bench -- course
// It passes over every byte of a body on the main thread, so it compares codes and keeps only counters.
//
// How much JSON may hold, counted before it is parsed: a list of two characters costs 16 bytes of memory and more, so
// that a body within its bytes could take a hundred times as much. Nothing that an operation takes comes near these
// bounds: 50,000 positions, each point of them in a feature of its own, make 200,000 lists and objects.

import { ServiceError } from '../errors.ts'

/** Levels of lists and objects. */
export const MAX_NESTING = 64
/** Lists and objects, empty ones too. */
export const MAX_CONTAINERS = 200_000
/** Elements and members that a comma stands before. */
export const MAX_COMMAS = 1_000_000

const QUOTE = 34
const BACKSLASH = 92

/** The counts of one text, for passes that look for something else besides. */
export class StructureCount {
  readonly #what: string
  depth = 0
  containers = 0
  commas = 0

  /** `what` begins the sentence of a fault. */
  constructor(what = 'The body') {
    this.#what = what
  }

  /**
   * At `[` and `{`. Throws ServiceError `invalid_json` where it nests too deep, `too_large` where there are too many.
   */
  open(): void {
    if (++this.depth > MAX_NESTING)
      throw new ServiceError('invalid_json', `${this.#what} nests deeper than ${MAX_NESTING} levels.`)
    if (++this.containers > MAX_CONTAINERS)
      throw new ServiceError('too_large', `${this.#what} holds more than ${MAX_CONTAINERS} lists and objects.`)
  }

  /** At a comma. Throws ServiceError `too_large`. */
  comma(): void {
    if (++this.commas > MAX_COMMAS)
      throw new ServiceError('too_large', `${this.#what} holds more than ${MAX_COMMAS} values.`)
  }
}

/**
 * One pass over JSON text, without recursion, so that it can exhaust neither stack nor memory. Text that is no JSON
 * passes or not; it is never taken for one. `what` begins the sentence of a fault. Throws ServiceError `invalid_json`,
 * `too_large`.
 */
export function checkStructure(jsonText: string, what?: string): void {
  const count = new StructureCount(what)
  for (let i = 0; i < jsonText.length; i++) {
    const c = jsonText.charCodeAt(i)
    if (c === QUOTE) {
      // to the closing quote, past escaped characters
      for (i++; i < jsonText.length; i++) {
        const inString = jsonText.charCodeAt(i)
        if (inString === BACKSLASH) i++
        else if (inString === QUOTE) break
      }
    } else if (c === 44) count.comma()
    else if (c === 91 || c === 123) count.open()
    else if (c === 93 || c === 125) count.depth--
  }
}
