// HOT: npm run bench -- course
// It passes over every byte of a large GraphQL body on the main thread, so it compares codes and makes no object.
//
// The large texts in a GraphQL body's `variables`, at any depth, kept as bytes: in the parsed body each is replaced by
// a placeholder, a text of the type that GraphQL expects, made from a random number that no client can know. Before a
// field runs, placeholders that it cannot take as bytes are replaced by the true texts; in errors too. Texts are
// validated as JSON in the pass that finds them, so that reading them later cannot fail. Never looks into `query`;
// ambiguous bodies are parsed as a whole.

import { RawJson, RAW_FROM_BYTES } from './raw-json.ts'
import { OF_A_DOCUMENT, StructureCount } from './json-structure.ts'

const QUOTE = 34
const BACKSLASH = 92
/** Characters that may follow a backslash, apart from `u`. */
const ESCAPED = new Set(Buffer.from('"\\/bfnrt'))

export class RawTexts {
  readonly #held = new Map<string, RawJson>()
  readonly #texts = new Map<string, string>()
  readonly #uses = new Map<string, number>()

  add(placeholder: string, held: RawJson): void {
    this.#held.set(placeholder, held)
  }

  /**
   * The text for a placeholder; undefined if the value is not one. Its bytes may be transferred if it is `lone`.
   */
  find(value: unknown): RawJson | undefined {
    return typeof value === 'string' ? this.#held.get(value) : undefined
  }

  /**
   * Replaces placeholders by the true texts, in the value itself, except at `keep` (the keys that lead there). `count`:
   * a field that will run has this value. Returns the value.
   */
  restore(value: unknown, keep: readonly string[] | null, count = false): unknown {
    if (typeof value === 'string') {
      const held = this.#held.get(value)
      if (held === undefined) return value
      if (count) {
        const uses = (this.#uses.get(value) ?? 0) + 1
        this.#uses.set(value, uses)
        // all are in one body
        if (uses > 1 || this.#uses.size > 1) for (const one of this.#held.values()) one.lone = false
      }
      return keep !== null && keep.length === 0 ? value : this.#text(value, held)
    }
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++)
        if (typeof value[i] !== 'number') value[i] = this.restore(value[i], null, count)
      return value
    }
    const record = value as Record<string, unknown>
    for (const key of Object.keys(record)) {
      const member = record[key]
      const restored = this.restore(member, keep !== null && keep[0] === key ? keep.slice(1) : null, count)
      if (restored !== member) record[key] = restored
    }
    return value
  }

  /** Decodes once, however many fields ask. */
  #text(placeholder: string, held: RawJson): string {
    let text = this.#texts.get(placeholder)
    if (text === undefined) this.#texts.set(placeholder, (text = held.parse() as string))
    return text
  }
}

/**
 * Returns null if nothing is held; parse the whole then. `bytes` must be valid UTF-8. Throws ServiceError
 * `invalid_json` if it nests too deep.
 */
export function holdTexts(bytes: Buffer): { value: object; texts: RawTexts } | null {
  if (bytes.length < RAW_FROM_BYTES) return null
  const found = findTexts(bytes)
  if (found === null || found.length === 0) return null
  const texts = new RawTexts()
  const mark = crypto.randomUUID()
  let text = ''
  let at = 0
  for (let i = 0; i < found.length; i += 2) {
    const placeholder = `${mark}/${i}`
    texts.add(placeholder, new RawJson(bytes, found[i], found[i + 1], 0))
    text += `${bytes.toString('utf8', at, found[i])}"${placeholder}"`
    at = found[i + 1]
  }
  text += bytes.toString('utf8', at, bytes.length)
  try {
    return { value: JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) as object, texts }
  } catch {
    return null // parsing the whole body reports where the fault is
  }
}

/**
 * Large texts inside the object `variables`, including quotes: from, to, from, to ... Returns null if the body is
 * ambiguous.
 */
function findTexts(bytes: Buffer): number[] | null {
  const found: number[] = []
  const end = bytes.length
  const count = new StructureCount('The body', OF_A_DOCUMENT)
  let keyFrom = 0
  let keyTo = 0
  let keyEscaped = false
  let seen = false
  let inVariables = false
  for (let i = 0; i < end; i++) {
    const c = bytes[i]
    if (c === QUOTE) {
      const from = i++
      keyEscaped = false
      for (; ; i++) {
        const inside = bytes[i]
        if (inside === QUOTE) break
        if (!(inside >= 32)) return null // a control character, or the end
        if (inside !== BACKSLASH) continue
        keyEscaped = true
        const next = bytes[++i]
        if (next === 117) {
          for (let k = 0; k < 4; k++) if (!isHex(bytes[++i])) return null
        } else if (!ESCAPED.has(next)) return null
      }
      keyFrom = from + 1
      keyTo = i
      if (inVariables && count.depth > 1 && i - from >= RAW_FROM_BYTES) {
        let after = i + 1
        while (bytes[after] === 32 || (bytes[after] >= 9 && bytes[after] <= 13)) after++
        if (bytes[after] !== 58) found.push(from, i + 1)
      }
    } else if (c === 91 || c === 123) {
      if (count.depth === 0 && c === 91) return null
      count.open()
    } else if (c === 93 || c === 125) count.depth--
    else if (c === 44) {
      count.comma()
      if (count.depth === 1) inVariables = false
    } else if (c === 58) {
      count.member(bytes, keyFrom, keyTo)
      if (count.depth !== 1) continue
      if (keyEscaped) return null
      inVariables = keyTo - keyFrom === 9 && bytes.toString('latin1', keyFrom, keyTo) === 'variables'
      if (inVariables && seen) return null
      seen ||= inVariables
    }
  }
  return count.depth === 0 ? found : null
}

function isHex(c: number): boolean {
  return (c >= 48 && c <= 57) || (c >= 97 && c <= 102) || (c >= 65 && c <= 70)
}
