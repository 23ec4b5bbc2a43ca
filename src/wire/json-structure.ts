// HOT: npm run bench -- course
// It passes over every byte of a body on the main thread, so it compares codes and keeps only counters.
//
// Limits on JSON, counted before it is parsed: a list of two characters takes 16 bytes of memory or more, so that a
// body within its size limit could take a hundred times as much; and each distinct shape of an object takes a parser
// microseconds. No valid input comes near these limits: 50,000 positions, each a point in its own feature, make 200,000
// lists and objects of five shapes.

import { type MessageCode, type Sentence, say } from '../language/sentence.ts'
import { ServiceError } from '../errors.ts'

/** Levels of lists and objects. */
export const MAX_NESTING = 64
/** Lists and objects, including empty ones. */
export const MAX_CONTAINERS = 200_000
/** Elements and members that follow a comma. */
export const MAX_COMMAS = 1_000_000

/** Members of one object whose names are known. */
export const MAX_OBJECT_MEMBERS = 1000
/** Distinct beginnings of lists of names, and with it members of one object whose names are data. */
export const MAX_SHAPES = 10_000

export interface StructureLimits {
  containers: number
  commas: number
  /** of one object; left out: as many as there are shapes */
  objectMembers?: number
  /** of the body, and of one object directly in it; left out: as `objectMembers` */
  outerMembers?: number
  /** of all objects; left out: as many as there are commas */
  members?: number
}
const OF_A_BODY: StructureLimits = { containers: MAX_CONTAINERS, commas: MAX_COMMAS }
/** Where the contract has no object whose names are data. */
export const OF_KNOWN_NAMES: StructureLimits = { ...OF_A_BODY, objectMembers: MAX_OBJECT_MEMBERS }
/** A GraphQL body and its variables, of which a document has tokens for less. */
export const OF_A_DOCUMENT: StructureLimits = { ...OF_A_BODY, outerMembers: MAX_OBJECT_MEMBERS }

const QUOTE = 34
const BACKSLASH = 92

/** Most texts have fewer shapes than half of it: it is small enough for the heap itself. */
const FEW_SLOTS = 16
const SEED = (Math.random() * 0xffffffff) | 0
const PRIME = 0x01000193

/**
 * How many shapes the objects of a JSON text have: a JSON parser makes a hidden class for each distinct beginning of an
 * object's list of names, which takes microseconds each. A table of hashes counts them before the text is parsed. The
 * seed is drawn for each process, so that names cannot be chosen whose hashes are equal.
 */
export class ObjectShapes {
  /** a power of two of them, at most half of them taken */
  #slots = new Int32Array(FEW_SLOTS)
  /** of the object that is open at each depth, what its names so far hash to */
  readonly #open: number[] = []
  /** distinct beginnings so far */
  count = 0

  /** An object or a list begins at this depth. */
  begin(depth: number): void {
    this.#open[depth] = SEED
  }

  /** The next name of the object at this depth; `codeAt` gives the codes of source[from, to). */
  addText(depth: number, text: string, from: number, to: number): void {
    let hash = this.#open[depth] ?? SEED
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME)
    this.#add(depth, hash)
  }

  /** As `addText`, of bytes. */
  addBytes(depth: number, bytes: Uint8Array, from: number, to: number): void {
    let hash = this.#open[depth] ?? SEED
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i], PRIME)
    this.#add(depth, hash)
  }

  #add(depth: number, nameHash: number): void {
    // the end of a name, and the low bits spread over all
    let hash = Math.imul(nameHash ^ 0x1_00, PRIME)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    hash ^= hash >>> 13
    if (hash === 0) hash = 1
    this.#open[depth] = hash
    const slot = this.#slotOf(hash)
    if (this.#slots[slot] === hash) return
    this.#slots[slot] = hash
    if (++this.count * 2 > this.#slots.length) this.#grow()
  }

  /** Where it is, or is to be. */
  #slotOf(hash: number): number {
    const slots = this.#slots
    const last = slots.length - 1
    let slot = hash & last
    while (slots[slot] !== 0 && slots[slot] !== hash) slot = (slot + 1) & last
    return slot
  }

  #grow(): void {
    const taken = this.#slots.filter((hash) => hash !== 0)
    this.#slots = new Int32Array(4 * this.#slots.length)
    for (const hash of taken) this.#slots[this.#slotOf(hash)] = hash
  }
}

/** What is checked. */
type Subject = Sentence<Extract<MessageCode, `part.subject.${string}`>>

/** The counts of one text, for passes that also look for something else. */
export class StructureCount {
  readonly #subject: Subject
  readonly #limits: StructureLimits
  readonly #shapes = new ObjectShapes()
  readonly #membersAt: number[] = []
  #members = 0
  depth = 0
  containers = 0
  commas = 0

  /** `subject`: what the error is about. */
  constructor(subject: Subject = say('part.subject.body'), limits = OF_A_BODY) {
    this.#subject = subject
    this.#limits = limits
  }

  /**
   * Call at `[` and `{`. Throws ServiceError: `invalid_json` if it nests too deep, `too_large` if there are too many.
   */
  open(): void {
    if (++this.depth > MAX_NESTING)
      throw new ServiceError(say('error.invalid_json.nesting', { subject: this.#subject, max: MAX_NESTING }))
    const { containers } = this.#limits
    if (++this.containers > containers)
      throw new ServiceError(say('error.too_large.lists', { subject: this.#subject, max: containers }))
    this.#membersAt[this.depth] = 0
    this.#shapes.begin(this.depth)
  }

  /** Call at a colon with the place of the name before it. Throws ServiceError `too_large`. */
  member(source: string | Uint8Array, from: number, to: number): void {
    const { objectMembers = MAX_SHAPES, outerMembers = objectMembers, members = Infinity } = this.#limits
    const most = this.depth > 2 ? objectMembers : outerMembers
    if (++this.#membersAt[this.depth] > most)
      throw new ServiceError(say('error.too_large.object_members', { subject: this.#subject, max: most }))
    if (++this.#members > members)
      throw new ServiceError(say('error.too_large.members', { subject: this.#subject, max: members }))
    if (typeof source === 'string') this.#shapes.addText(this.depth, source, from, to)
    else this.#shapes.addBytes(this.depth, source, from, to)
    if (this.#shapes.count > MAX_SHAPES)
      throw new ServiceError(say('error.too_large.shapes', { subject: this.#subject, max: MAX_SHAPES }))
  }

  /** Call at a comma. Throws ServiceError `too_large`. */
  comma(): void {
    const { commas } = this.#limits
    if (++this.commas > commas)
      throw new ServiceError(say('error.too_large.values', { subject: this.#subject, max: commas }))
  }
}

/**
 * One pass over JSON text without recursion, so that it can exhaust neither stack nor memory. Does not validate: text
 * that is not JSON may pass. `subject`: what the error is about. Throws ServiceError `invalid_json`, `too_large`.
 */
export function checkStructure(jsonText: string, subject?: Subject, limits?: StructureLimits): void {
  const count = new StructureCount(subject, limits)
  let nameFrom = 0
  let nameTo = 0
  for (let i = 0; i < jsonText.length; i++) {
    const c = jsonText.charCodeAt(i)
    if (c === QUOTE) {
      nameFrom = i + 1
      nameTo = i = endOfString(jsonText, i)
    } else if (c === 44) count.comma()
    else if (c === 91 || c === 123) count.open()
    else if (c === 93 || c === 125) count.depth--
    else if (c === 58) count.member(jsonText, nameFrom, nameTo)
  }
}

/** The closing quote of the string that begins at `start`, or the end of the text. */
function endOfString(jsonText: string, start: number): number {
  for (let end = start + 1; ; end++) {
    end = jsonText.indexOf('"', end)
    if (end < 0) return jsonText.length
    let before = end - 1
    while (jsonText.charCodeAt(before) === BACKSLASH) before--
    // an even number of backslashes before it does not escape the quote
    if ((end - before) % 2 === 1) return end
  }
}
