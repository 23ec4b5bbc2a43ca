// HOT: npm run bench -- routing
// A route says some tens of sentences, most of them of texts and values alone: those are joined here.
//
// One message in ICU MessageFormat, parsed. `{x}` is a value as its kind says it, `{x_form}` in a form that the
// catalogue names; in a plural or a select stands its number or its word.

import { IntlMessageFormat } from 'intl-messageformat'
import { VALUE_KINDS } from './generated/message-values.ts'
import { type Kind, splitKind, VALUE_TEXTS } from './value-kinds.ts'

/** A value in a message. */
export interface Slot {
  name: string
  kind: Kind<any>
  kindName: string
  /** what its kind is of: `turn` of `word turn` */
  of: string
}

/** A place in a message where the text of a value stands. */
export interface TextSlot extends Slot {
  /** as in the message: `way_onto` */
  placeholder: string
  form: string | null
}

/** The part of a message's syntax tree that is read here. */
interface Element {
  type: number
  value: string
  options?: Record<string, { value: Element[] }>
}

const LITERAL = 0
const ARGUMENT = 1
const POUND = 7

export class Message {
  /** in their order; null where the message has plurals or choices, or formats a number by itself */
  readonly parts: readonly (string | TextSlot)[] | null
  readonly slots: readonly TextSlot[]
  /** values that decide between its forms */
  readonly deciding: readonly Slot[]
  /** whether it begins with a word of the catalogue, which takes a capital letter at the beginning of a sentence */
  readonly beginsWithWord: boolean
  readonly #format: IntlMessageFormat

  /** Throws SyntaxError. */
  constructor(pattern: string, language: string) {
    this.#format = new IntlMessageFormat(pattern, language, undefined, { ignoreTag: true })
    const elements = this.#format.getAst() as unknown as Element[]
    const slots = new Map<string, TextSlot>()
    const deciding = new Map<string, Slot>()
    const walk = (inside: readonly Element[]) => {
      for (const element of inside) {
        const { type, value, options } = element
        if (type === ARGUMENT) slots.set(value, textSlotOf(value))
        else if (type !== LITERAL && type !== POUND) {
          deciding.set(value, slotOf(value))
          // its text may stand in the same message under the same name
          element.value = decidingKey(value)
          for (const option of Object.values(options ?? {})) walk(option.value)
        }
      }
    }
    walk(elements)
    this.slots = [...slots.values()]
    this.deciding = [...deciding.values()]
    const isPlain = elements.every(({ type }) => type === LITERAL || type === ARGUMENT)
    this.parts = isPlain ? elements.map(({ type, value }) => (type === LITERAL ? value : slots.get(value)!)) : null
    const [first] = elements
    this.beginsWithWord = first?.type === ARGUMENT && slots.get(first.value)!.kind.isSpoken === true
  }

  /** `texts`: of its slots by their placeholders, and what decides by `decidingKey`. */
  format(texts: Record<string, string | number>): string {
    return this.#format.format(texts) as string
  }
}

export const decidingKey = (name: string) => `${name}?`

/** A value that no kind is declared for is a text. */
function slotOf(name: string): Slot {
  const [kindName, of] = splitKind((VALUE_KINDS as Record<string, string>)[name] ?? 'text')
  return { name, kind: VALUE_TEXTS[kindName] ?? VALUE_TEXTS.text, kindName, of }
}

function textSlotOf(placeholder: string): TextSlot {
  const at = placeholder.indexOf('_')
  return at < 0
    ? { ...slotOf(placeholder), placeholder, form: null }
    : { ...slotOf(placeholder.slice(0, at)), placeholder, form: placeholder.slice(at + 1) }
}
