// From tags to a dated restriction (decision: dates). `*:conditional` of access, foot, bicycle, vehicle and
// oneway, in either direction, changes that tag while it applies; `opening_hours`, and dates in `seasonal`, open a
// way, a barrier or a ferry, and it is closed outside them. Words of `seasonal`, `winter_service=no`, `snowplowing=no`,
// ways over ice or snow and ways that the tide covers name a time without dates. What cannot be read closes nothing.
// `hazard` names a danger at any time. Pure but for the compiler's memory.

import { ACCESS, ACCESS_CLOSED } from '../edge-facts.ts'
import { type Tags, listValues } from '../tags.ts'
import type { ConditionCompiler } from './compile-condition.ts'
import { type DatedRestriction, type DatedTag, monthsOf } from './dated-restriction.ts'
import type { TimeTable } from './time-table.ts'

const CONDITIONAL = /^(?:access|foot|bicycle|vehicle|oneway(?::foot|:bicycle)?)(?::(?:forward|backward))?:conditional$/
const HAZARD = 'hazard:conditional'
/** A danger at any time. */
const DANGER = 'hazard'
/** Values that name no restriction. */
const PLAIN = new Map([
  ['opening_hours', ['24/7']],
  ['seasonal', ['no']],
  [DANGER, ['no']],
])
/** Not cleared of snow, at a time of the year that the map does not give. */
const NOT_CLEARED = ['winter_service', 'snowplowing']
/** Ways over ice and snow, and ways that the tide or a flood covers: at times that the map does not give. */
const COMES_AND_GOES = ['ice_road', 'winter_road', 'tidal', 'flood_prone']
const MELTING = ['ice', 'snow']
/** Keys with which a node names a danger on the ways through it. */
export const NODE_DANGER_KEYS: readonly string[] = [DANGER, HAZARD, 'tidal', 'flood_prone']
/** Opening hours of what else is drawn with the way: a market on a square. */
const OTHER_USES = ['amenity', 'shop', 'tourism', 'leisure', 'office', 'craft']
/** Barriers that stop walkers while they are shut; one walks past a bar across the road. */
const SHUTS = [
  'gate',
  'kissing_gate',
  'wicket_gate',
  'sliding_gate',
  'hampshire_gate',
  'turnstile',
  'full-height_turnstile',
  'door',
]
/** More combinations of rules than any real way has; beyond them its conditions are not read. */
const MAX_COMBINATIONS = 256

/** Whether an object has tags to read; cheap, without the grammar. */
export function hasDatedTags(tags: Tags): boolean {
  for (const [key, value] of tags) if (isDated(key, value)) return true
  return false
}

/**
 * The dangers that a node names, null for none. Seasons and hours of anything but a barrier are not those of the way.
 */
export function dangersOfNode(tags: Tags): Tags | null {
  const dangers = new Map([...tags].filter(([key, value]) => NODE_DANGER_KEYS.includes(key) && isDated(key, value)))
  return dangers.size === 0 ? null : dangers
}

function isDated(key: string, value: string): boolean {
  if (key.endsWith(':conditional')) return key === HAZARD || CONDITIONAL.test(key)
  if (NOT_CLEARED.includes(key)) return value === 'no'
  if (namesNoDates(key, value)) return true
  const plain = PLAIN.get(key)
  return plain !== undefined && !plain.includes(value)
}

/** Whether a tag says that the way is there at times only, but not when. */
function namesNoDates(key: string, value: string): boolean {
  if (key === 'surface') return listValues(value).some((one) => MELTING.includes(one))
  return COMES_AND_GOES.includes(key) && value !== 'no'
}

/** Who may pass an object with these tags: an index of ACCESS for each bit of ALL_CLOSED in turn. */
export type AccessOfBits = (tags: Tags) => number[]

const CONDITIONAL_ACCESS = ACCESS.indexOf('conditional')
const BITS = [0, 1, 2, 3]

/** Null if no tag ever changes who may pass, names a danger or leaves something unknown. */
export function readDatedTags(
  tags: Tags,
  accessOf: AccessOfBits,
  compiler: ConditionCompiler,
): DatedRestriction | null {
  const reader = new Reader(compiler)
  for (const [key, value] of tags) if (isDated(key, value)) reader.add(key, value, tags)
  const { tables } = reader
  const dated = reader.limited()
  const combinations = dated.reduce((product, { rules }) => product * (rules.length + 1), 1)
  const access = Array.from({ length: combinations }, (_, place) =>
    accessIn(place, dated, reader.values, tags, accessOf),
  )
  dated.forEach((tag, t) => (tag.bits = concerned(t, dated, access) | keptApart(tag, tags, accessOf)))
  const changes = dated.some(({ bits }) => bits !== 0)
  const others = reader.tags.filter(({ effect }) => effect !== 'access')
  const kept = changes ? [...dated, ...others] : others
  if (kept.length === 0) return null
  const closedAnyway = closedBits(accessOf(tags))
  const closed = changes ? access.map((bits) => closedBits(bits) & ~closedAnyway) : [0]
  const rules = { tags: kept, tables, closed }
  return { ...rules, ...monthsOf(rules), access: changes ? access : [accessOf(tags)] }
}

const closedBits = (access: readonly number[]) =>
  access.reduce((bits, one, i) => (one === ACCESS_CLOSED ? bits | (1 << i) : bits), 0)

/** Bits whose access depends on which rule of a tag applies. */
function concerned(t: number, dated: readonly DatedTag[], access: readonly number[][]): number {
  const step = dated.slice(t + 1).reduce((product, { rules }) => product * (rules.length + 1), 1)
  const alternatives = dated[t].rules.length + 1
  let bits = 0
  access.forEach((one, place) => {
    const first = access[place - (Math.floor(place / step) % alternatives) * step]
    for (const i of BITS) if (one[i] !== first[i]) bits |= 1 << i
  })
  return bits
}

/** Bits that the network calls conditional because of a tag alone, though it grants what is granted anyway. */
function keptApart({ key }: DatedTag, tags: Tags, accessOf: AccessOfBits): number {
  const alone = accessOf(new Map([...tags].filter(([other]) => other === key || !CONDITIONAL.test(other))))
  return alone.reduce(
    (bits, one, i) => (CONDITIONAL.test(key) && one === CONDITIONAL_ACCESS ? bits | (1 << i) : bits),
    0,
  )
}

class Reader {
  readonly tags: DatedTag[] = []
  readonly tables: TimeTable[] = []
  /** of access tags, the value that each rule gives the tag; null: closed to all unless a rule applies */
  readonly values = new Map<DatedTag, (string | null)[]>()
  readonly #places = new Map<string, number>()
  readonly #compiler: ConditionCompiler

  constructor(compiler: ConditionCompiler) {
    this.#compiler = compiler
  }

  add(key: string, value: string, tags: Tags): void {
    const note = (effect: DatedTag['effect']) => this.tags.push({ key, value, effect, rules: [[-1]] })
    if (key === DANGER) note('danger')
    else if (NOT_CLEARED.includes(key) || namesNoDates(key, value)) note('unclear')
    else if (key === 'opening_hours' || key === 'seasonal') {
      const barrier = tags.get('barrier')
      const isOfWay = !OTHER_USES.some((other) => tags.has(other)) && (barrier === undefined || SHUTS.includes(barrier))
      const place = isOfWay || key === 'seasonal' ? this.#placeOf(value) : -1
      if (place < 0) note('unclear')
      else this.#access({ key, value, effect: 'access', rules: [[place]] }, [null])
    } else {
      const parts = readConditionalValue(value)
      const rules = (parts ?? []).map(({ conditions }) => conditions.map((text) => this.#placeOf(text)))
      if (key === HAZARD) this.tags.push({ key, value, effect: 'hazard', rules: parts === null ? [[-1]] : rules })
      else if (parts === null) note('unclear')
      else
        this.#access(
          { key, value, effect: 'access', rules },
          parts.map((part) => part.value),
        )
    }
  }

  /** The access tags, unless they have too many combinations: then they are reported as unknown. */
  limited(): DatedTag[] {
    const access = this.tags.filter(({ effect }) => effect === 'access')
    if (access.reduce((product, { rules }) => product * (rules.length + 1), 1) <= MAX_COMBINATIONS) return access
    for (const tag of access) Object.assign(tag, { effect: 'unclear', rules: [[-1]] } satisfies Partial<DatedTag>)
    return []
  }

  #access(tag: DatedTag, values: (string | null)[]): void {
    this.tags.push(tag)
    this.values.set(tag, values)
  }

  #placeOf(text: string): number {
    const known = this.#places.get(text)
    if (known !== undefined) return known
    const table = this.#compiler.compile(text)
    const place = table === null ? -1 : this.tables.push(table) - 1
    this.#places.set(text, place)
    return place
  }
}

/** Who may pass while a combination of rules holds. */
function accessIn(
  place: number,
  dated: readonly DatedTag[],
  values: ReadonlyMap<DatedTag, readonly (string | null)[]>,
  tags: Tags,
  accessOf: AccessOfBits,
): number[] {
  const then = new Map(tags)
  let rest = place
  for (let t = dated.length - 1; t >= 0; t--) {
    const { key, rules } = dated[t]
    const alternative = rest % (rules.length + 1)
    rest = Math.floor(rest / (rules.length + 1))
    const given = values.get(dated[t])!
    if (given[0] === null) {
      if (alternative === 0) return BITS.map(() => ACCESS_CLOSED)
      continue
    }
    then.delete(key)
    if (alternative > 0) then.set(key.slice(0, -':conditional'.length), given[alternative - 1]!)
  }
  return accessOf(then)
}

interface ConditionalPart {
  value: string
  /** all of them must hold */
  conditions: string[]
}

/**
 * A value of a `*:conditional` tag (wiki Conditional restrictions): `no @ (Nov-Apr); destination @ (22:00-06:00 AND
 * wet)`. Later parts beat earlier ones. Conditions are given as they stand; what they mean is read elsewhere. Pure.
 * Null if the value does not have this form.
 */
export function readConditionalValue(text: string): ConditionalPart[] | null {
  const parts: ConditionalPart[] = []
  for (const part of splitOutside(text, ';')) {
    if (part.trim() === '') continue
    const [value, condition, ...more] = part.split('@').map((piece) => piece.trim())
    if (condition === undefined || more.length > 0 || !/^[a-z_]{1,40}$/.test(value)) return null
    const bare = condition.startsWith('(') && condition.endsWith(')') ? condition.slice(1, -1) : condition
    const conditions = bare.split(/\sAND\s/i).map((one) => one.trim())
    if (conditions.includes('') || /[()]/.test(bare)) return null
    parts.push({ value, conditions })
  }
  return parts.length === 0 ? null : parts
}

/** Splits where no bracket is open. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++
    else if (text[i] === ')') depth--
    else if (text[i] === separator && depth === 0) {
      parts.push(text.slice(from, i))
      from = i + 1
    }
  }
  return [...parts, text.slice(from)]
}
