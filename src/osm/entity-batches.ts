// HOT: npm run bench -- routing
// An import compares every tag of the file, so strings are compared by number and decoded only when requested.
//
// The contents of a PBF block as typed arrays. Ids are Float64 (exact below 2^53), coordinates 1e-7 degrees; the tags
// of item i are the pairs keys[j], values[j] for j in [tagStart[i], tagStart[i + 1]), indexes into the block's strings.
// The arrays belong to the reader: they are valid only during a callback, which must not write to them.

const decoder = new TextDecoder()
/** Of a key, a value or a role, as OSM's database has them; a file of another program may hold more. */
const MAX_CHARACTERS = 255
const MAX_BYTES = 4 * MAX_CHARACTERS

/**
 * The strings of one PBF block, decoded on demand and cut at the length that OSM allows. `find` looks up a string's
 * index once per block, so that a scan over many tags compares numbers. A string that the block does not hold has
 * index -1, which equals no key.
 */
export class BlockStrings {
  readonly count: number
  readonly #bytes: Uint8Array
  /** start and end of string i at [2 * i] and [2 * i + 1] */
  readonly #spans: Uint32Array
  readonly #known: (string | undefined)[] = []
  #index: Map<string, number> | undefined

  constructor(bytes: Uint8Array, spans: Uint32Array) {
    this.#bytes = bytes
    this.#spans = spans
    this.count = spans.length / 2
  }

  get(index: number): string {
    let text = this.#known[index]
    if (text === undefined) {
      const from = this.#spans[2 * index]
      const to = Math.min(this.#spans[2 * index + 1], from + MAX_BYTES)
      text =
        to - from < 24
          ? (asciiOf(this.#bytes, from, to) ?? decoder.decode(this.#bytes.subarray(from, to)))
          : decoder.decode(this.#bytes.subarray(from, to))
      if (to - from > MAX_CHARACTERS) text = Array.from(text).slice(0, MAX_CHARACTERS).join('')
      this.#known[index] = text
    }
    return text
  }

  /** Index of a string, -1 if the block does not hold it. */
  find(text: string): number {
    if (this.#index === undefined) {
      this.#index = new Map()
      for (let i = this.count - 1; i > 0; i--) this.#index.set(this.get(i), i)
    }
    return this.#index.get(text) ?? -1
  }
}

/** Decodes short ASCII without the cost of a TextDecoder call; returns null if a byte is not ASCII. */
function asciiOf(bytes: Uint8Array, from: number, to: number): string | null {
  let text = ''
  for (let i = from; i < to; i++) {
    if (bytes[i] >= 0x80) return null
    text += String.fromCharCode(bytes[i])
  }
  return text
}

export interface TaggedBatch {
  count: number
  id: Float64Array
  tagStart: Uint32Array
  keys: Uint32Array
  values: Uint32Array
  strings: BlockStrings
}
export interface NodeBatch extends TaggedBatch {
  lonE7: Int32Array
  latE7: Int32Array
}
export interface WayBatch extends TaggedBatch {
  /** node ids of way i are refs[refStart[i] .. refStart[i + 1]) */
  refStart: Uint32Array
  refs: Float64Array
}
export interface RelationBatch extends TaggedBatch {
  memberStart: Uint32Array
  memberId: Float64Array
  /** 0 node, 1 way, 2 relation */
  memberType: Uint8Array
  /** index into the block's strings */
  memberRole: Uint32Array
}

export interface PbfHandlers {
  nodes?(batch: NodeBatch): void
  ways?(batch: WayBatch): void
  relations?(batch: RelationBatch): void
}

/** Coordinate of a node with an impossible position; such nodes are passed on with it and must be dropped. */
export const NO_COORDINATE_E7 = -0x80000000

/**
 * Tags of a block's items, decoded only when needed. Keys and values are compared by their index in the block, so that
 * most items are skipped without decoding a string. Tags of item `i` of a batch.
 */
export function readTags({ tagStart, keys, values, strings }: TaggedBatch, i: number): Map<string, string> {
  const tags = new Map<string, string>()
  for (let t = tagStart[i]; t < tagStart[i + 1]; t++) tags.set(strings.get(keys[t]), strings.get(values[t]))
  return tags
}

/** The `type` tag of each relation; empty if it has none. */
export function readRelationTypes({ count, tagStart, keys, values, strings }: RelationBatch): string[] {
  const types = new Array<string>(count).fill('')
  const typeKey = strings.find('type')
  if (typeKey < 0) return types
  for (let r = 0; r < count; r++) {
    for (let t = tagStart[r]; t < tagStart[r + 1]; t++) if (keys[t] === typeKey) types[r] = strings.get(values[t])
  }
  return types
}

/** 1 for items that have one of the keys, or the tag `also`. */
export function markTagged(
  { count, tagStart, keys, values, strings }: TaggedBatch,
  wanted: readonly string[],
  also?: readonly [key: string, value: string],
): Uint8Array {
  const marks = new Uint8Array(count)
  const known = new Uint8Array(strings.count)
  let some = false
  for (const key of wanted) {
    const index = strings.find(key)
    if (index < 0) continue
    known[index] = 1
    some = true
  }
  const alsoKey = also === undefined ? -1 : strings.find(also[0])
  const alsoValue = alsoKey < 0 ? -1 : strings.find(also![1])
  if (!some && alsoValue < 0) return marks
  for (let i = 0; i < count; i++) {
    for (let t = tagStart[i]; t < tagStart[i + 1]; t++) {
      if (known[keys[t]] === 1 || (keys[t] === alsoKey && values[t] === alsoValue)) {
        marks[i] = 1
        break
      }
    }
  }
  return marks
}
