// HOT: npm run bench -- routing
// Every route says some tens of sentences.
//
// Says sentences in one language, from its catalogue. What the catalogue lacks is said in English. It never throws:
// a message that is not understood is its code.

import { decidingKey, Message, type TextSlot } from './message.ts'
import type { AnySentence } from './sentence.ts'
import type { Speaker } from './value-kinds.ts'

/** A file of `catalogues/`. */
export interface Catalogue {
  '@language': string
  messages: Readonly<Record<string, string>>
}

/** Other words for a value, by its kind: the explorer calls waypoints by its letters. Null: the usual ones. */
export type OwnWords = Readonly<Record<string, (value: never, form: string | null) => string | null>>

export class Renderer implements Speaker {
  readonly language: string
  readonly #catalogue: Catalogue
  /** English; null if this is */
  readonly #fallback: Renderer | null
  readonly #ownWords: OwnWords
  /** messages that were said */
  readonly #parsed = new Map<string, Message>()
  readonly #nameParts = new Map<string, readonly string[]>()

  constructor(catalogue: Catalogue, fallback: Renderer | null = null, ownWords: OwnWords = {}) {
    this.language = catalogue['@language']
    this.#catalogue = catalogue
    this.#fallback = fallback
    this.#ownWords = ownWords
  }

  /** A text that is none of a code stays as it is. */
  render(text: string | AnySentence): string {
    return typeof text === 'string' ? text : this.sentence(text, true)
  }

  /** Whether it is said in this language rather than in English. */
  has(code: string): boolean {
    return this.#messageOf(code) !== null
  }

  sentence({ code, values }: AnySentence, isWhole: boolean): string {
    const message = this.#messageOf(code)
    if (message === null) return this.#fallback === null ? code : this.#fallback.sentence({ code, values }, isWhole)
    const text = this.#say(message, values, null)
    return isWhole && message.beginsWithWord ? text.charAt(0).toLocaleUpperCase(this.language) + text.slice(1) : text
  }

  part(code: string, values: object, form: string | null = null): string {
    const message = (form === null ? null : this.#messageOf(`${code}.${form}`)) ?? this.#messageOf(code)
    if (message !== null) return this.#say(message, values, form)
    return this.#fallback === null ? code : this.#fallback.part(code, values, form)
  }

  word(family: string, word: string, form: string | null, values: object): string | null {
    const code = `${family}.${word}`
    const message = (form === null || form === '' ? null : this.#messageOf(`${code}.${form}`)) ?? this.#messageOf(code)
    if (message !== null) return this.#say(message, values, form)
    return this.#fallback === null ? null : this.#fallback.word(family, word, form, values)
  }

  nameParts(code: string): readonly string[] {
    let parts = this.#nameParts.get(code)
    if (parts === undefined) {
      parts = Object.keys(this.#catalogue.messages)
        .filter((one) => one.startsWith(`${code}.`))
        .map((one) => one.slice(code.length + 1))
        .filter((one) => one.startsWith('-') || one.endsWith('-'))
        .sort((a, b) => b.length - a.length)
      this.#nameParts.set(code, parts)
    }
    return parts
  }

  #messageOf(code: string): Message | null {
    let message = this.#parsed.get(code)
    if (message !== undefined) return message
    const { messages } = this.#catalogue
    // codes made from words of the map are not kept: there is no end to them
    if (!Object.hasOwn(messages, code)) return null
    message = new Message(messages[code], this.language)
    this.#parsed.set(code, message)
    return message
  }

  #say(message: Message, values: object, form: string | null): string {
    const { parts } = message
    if (parts === null) return this.#decide(message, values, form)
    let text = ''
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]
      text += typeof part === 'string' ? part : this.#textOf(part, values, form)
    }
    return text
  }

  #decide(message: Message, values: object, form: string | null): string {
    const texts: Record<string, string | number> = {}
    for (const slot of message.slots) texts[slot.placeholder] = this.#textOf(slot, values, form)
    for (const { name, kind } of message.deciding) {
      const value = (values as Record<string, unknown>)[name]
      texts[decidingKey(name)] = value == null ? 'other' : (kind.deciding?.(value) ?? (value as string | number))
    }
    return message.format(texts)
  }

  #textOf({ name, form: ownForm, kind, kindName, of }: TextSlot, values: object, inherited: string | null): string {
    const value = (values as Record<string, unknown>)[name]
    if (value == null) return ''
    const form = ownForm ?? inherited
    return this.#ownWords[kindName]?.(value as never, form) ?? kind.text(value, this, { form, of, values })
  }
}
