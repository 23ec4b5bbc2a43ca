// HOT: npm run bench -- routing
// A route says some tens of sentences, each of a message or two.
//
// One message in ICU MessageFormat, as parts. `{x}` is a value as its kind says it, `{x_form}` in a form that the
// catalogue names; in a plural or a select stands its number or its word. The package parses. To write a text from the
// parts takes it several times as long as the rest of a sentence takes.

import { IntlMessageFormat } from 'intl-messageformat'
import { VALUE_KINDS } from './generated/message-values.ts'
import { type Kind, splitKind, VALUE_TEXTS } from './value-kinds.ts'

/** A value in a message. */
export interface Slot {
  name: string
  kind: Kind<any>
  /** what its kind is of: `turn` of `word turn` */
  of: string
}

/** Where the text of a value stands. */
export interface TextSlot extends Slot {
  does: 'say'
  form: string | null
}

/** Where the number of a value stands: `#`. */
interface CountSlot extends Slot {
  does: 'count'
}

/** A plural or a select: what stands there depends on a value. */
export interface Choice extends Slot {
  does: 'choose'
  /** by its words; of a plural by `=1` and by the forms that the language has */
  options: ReadonlyMap<string, Parts>
  rules: Intl.PluralRules | null
}

export type Parts = readonly (string | TextSlot | CountSlot | Choice)[]

/** The part of a message's syntax tree that is read here. */
interface Element {
  type: number
  value: string
  options?: Record<string, { value: Element[] }>
  pluralType?: Intl.PluralRuleType
}

const LITERAL = 0
const ARGUMENT = 1
const SELECT = 5
const PLURAL = 6
const POUND = 7

export class Message {
  /** in their order */
  readonly parts: Parts
  /** of all values in it */
  readonly slots: readonly Slot[]
  /** whether it begins with a word of the catalogue, which takes a capital letter at the beginning of a sentence */
  readonly beginsWithWord: boolean

  /** Throws SyntaxError. */
  constructor(pattern: string, language: string) {
    const format = new IntlMessageFormat(pattern, language, undefined, { ignoreTag: true })
    const slots = new Map<string, Slot>()
    const slotOf = (name: string) => {
      let slot = slots.get(name)
      if (slot === undefined) slots.set(name, (slot = makeSlot(name)))
      return slot
    }
    /** `counted`: the value of the plural around them */
    const partsOf = (elements: readonly Element[], counted: Slot | null): Parts =>
      elements.map(({ type, value, options = {}, pluralType }) => {
        if (type === LITERAL) return value
        if (type === ARGUMENT) {
          const at = value.indexOf('_')
          return at < 0
            ? { ...slotOf(value), does: 'say', form: null }
            : { ...slotOf(value.slice(0, at)), does: 'say', form: value.slice(at + 1) }
        }
        if (type === POUND && counted !== null) return { ...counted, does: 'count' }
        const slot = slotOf(value)
        if (type !== SELECT && type !== PLURAL) return { ...slot, does: 'count' }
        const inside = type === PLURAL ? slot : counted
        return {
          ...slot,
          does: 'choose',
          options: new Map(Object.entries(options).map(([word, option]) => [word, partsOf(option.value, inside)])),
          rules: type === PLURAL ? new Intl.PluralRules(language, { type: pluralType ?? 'cardinal' }) : null,
        }
      })
    this.parts = partsOf(format.getAst() as unknown as Element[], null)
    this.slots = [...slots.values()]
    const [first] = this.parts
    this.beginsWithWord = typeof first === 'object' && first.does === 'say' && first.kind.isSpoken === true
  }
}

/** The number or the word of a value, where it decides or is counted. */
export function decidingOf({ name, kind }: Slot, values: object): unknown {
  const value = (values as Record<string, unknown>)[name]
  return value == null ? 'other' : (kind.deciding?.(value) ?? value)
}

/** What stands there for the number or the word. */
export function chosenOf({ options, rules }: Choice, deciding: unknown): Parts {
  const exact = options.get(rules === null ? String(deciding) : `=${deciding}`)
  return exact ?? (rules === null ? undefined : options.get(rules.select(Number(deciding)))) ?? options.get('other')!
}

/** A value that no kind is declared for is a text. */
function makeSlot(name: string): Slot {
  const [kindName, of] = splitKind((VALUE_KINDS as Record<string, string>)[name] ?? 'text')
  return { name, kind: VALUE_TEXTS[kindName] ?? VALUE_TEXTS.text, of }
}
