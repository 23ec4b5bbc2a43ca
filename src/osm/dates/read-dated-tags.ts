// From tags to a dated restriction (docs/decisions.md, D20). `*:conditional` of access, foot, bicycle, vehicle and
// oneway, in either direction, changes that tag while it applies; `opening_hours`, and dates in `seasonal`, open a
// way, a barrier or a ferry, and it is closed outside them. Words of `seasonal`, `winter_service=no` and
// `snowplowing=no` name a season without dates. What cannot be read closes nothing. Pure but for the compiler's
// memory.

import type { Tags } from '../tags.ts'
import type { ConditionCompiler } from './compile-condition.ts'
import { readConditionalValue } from './conditional-value.ts'
import { ALL_CLOSED, monthsOf, type DatedRestriction, type DatedTag } from './dated-restriction.ts'
import type { TimeTable } from './time-table.ts'

const CONDITIONAL = /^(?:access|foot|bicycle|vehicle|oneway(?::foot|:bicycle)?)(?::(?:forward|backward))?:conditional$/
const HAZARD = 'hazard:conditional'
/** Values that name no restriction. */
const PLAIN = new Map([
  ['opening_hours', ['24/7']],
  ['seasonal', ['no']],
])
/** Not cleared of snow, at a time of the year that the map does not give. */
const NOT_CLEARED = ['winter_service', 'snowplowing']
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

function isDated(key: string, value: string): boolean {
  if (key.endsWith(':conditional')) return key === HAZARD || CONDITIONAL.test(key)
  if (NOT_CLEARED.includes(key)) return value === 'no'
  const plain = PLAIN.get(key)
  return plain !== undefined && !plain.includes(value)
}

/** Who is closed out (bits of ALL_CLOSED) of an object with these tags. */
export type ClosedBits = (tags: Tags) => number

/** Null if no tag can ever close it, name a danger or leave something unknown. */
export function readDatedTags(
  tags: Tags,
  closedBits: ClosedBits,
  compiler: ConditionCompiler,
): DatedRestriction | null {
  const reader = new Reader(compiler)
  for (const [key, value] of tags) if (isDated(key, value)) reader.add(key, value, tags)
  const { tables } = reader
  const access = reader.limited()
  const combinations = access.reduce((product, { rules }) => product * (rules.length + 1), 1)
  const closedAnyway = closedBits(tags)
  const closed = Array.from(
    { length: combinations },
    (_, place) => closedIn(place, access, reader.values, tags, closedBits) & ~closedAnyway,
  )
  const closes = closed.some((bits) => bits !== 0)
  const others = reader.tags.filter(({ effect }) => effect !== 'access')
  const told = closes ? [...access, ...others] : others
  if (told.length === 0) return null
  const rules = { tags: told, tables, closed: closes ? closed : [0] }
  return { ...rules, ...monthsOf(rules) }
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
    if (NOT_CLEARED.includes(key)) note('unclear')
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

  /** The access tags, unless they have too many combinations: then they are told as unknown. */
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

/** Who is closed out while a combination of rules holds. */
function closedIn(
  place: number,
  access: readonly DatedTag[],
  values: ReadonlyMap<DatedTag, readonly (string | null)[]>,
  tags: Tags,
  closedBits: ClosedBits,
): number {
  const then = new Map(tags)
  let rest = place
  for (let t = access.length - 1; t >= 0; t--) {
    const { key, rules } = access[t]
    const alternative = rest % (rules.length + 1)
    rest = Math.floor(rest / (rules.length + 1))
    const given = values.get(access[t])!
    if (given[0] === null) {
      if (alternative === 0) return ALL_CLOSED
      continue
    }
    then.delete(key)
    if (alternative > 0) then.set(key.slice(0, -':conditional'.length), given[alternative - 1]!)
  }
  return closedBits(then)
}
