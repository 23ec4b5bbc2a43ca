// HOT: npm run bench -- routing
// Every route says some tens of sentences.
//
// Says sentences in one language, from its catalogue. What the catalogue lacks is said in English. It never throws:
// a message that is not understood is its code.

import { chosenOf, decidingOf, Message, type Parts, type TextSlot } from './message.ts'
import { numberText, type Marks, NAME, type NameForms, signText, type Speaker } from './value-kinds.ts'
import type { AnySentence, SignValue } from './sentence.ts'

/** A file of `catalogues/`. */
export interface Catalogue {
  '@language': string
  messages: Readonly<Record<string, string>>
}

export class Renderer implements Speaker {
  readonly language: string
  readonly marks: Marks
  readonly #catalogue: Catalogue
  /** English; null if this is */
  readonly #fallback: Renderer | null
  /** messages that were said */
  readonly #parsed = new Map<string, Message>()
  /** by form and code */
  readonly #forms = new Map<string, Map<string, Message>>()
  readonly #nameForms = new Map<string, NameForms>()

  constructor(catalogue: Catalogue, fallback: Renderer | null = null, marks: Marks = {}) {
    this.language = catalogue['@language']
    this.#catalogue = catalogue
    this.#fallback = fallback
    this.marks = marks
  }

  /** A text that is none of a code stays as it is. */
  render(text: string | AnySentence): string {
    return typeof text === 'string' ? text : this.sentence(text, true)
  }

  /** Whether it is said in this language rather than in English. */
  has(code: string): boolean {
    return this.#messageOf(code) !== null
  }

  /** A painted sign alone. */
  sign(sign: SignValue): string {
    return signText(sign, this)
  }

  sentence({ code, values }: AnySentence, isWhole: boolean): string {
    const message = this.#messageOf(code)
    if (message === null) return this.#fallback === null ? code : this.#fallback.sentence({ code, values }, isWhole)
    const text = this.#say(message.parts, values, null)
    return isWhole && message.beginsWithWord ? text.charAt(0).toLocaleUpperCase(this.language) + text.slice(1) : text
  }

  part(code: string, values: object, form: string | null = null): string {
    const message = this.#formOf(code, form)
    if (message !== null) return this.#say(message.parts, values, form)
    return this.#fallback === null ? code : this.#fallback.part(code, values, form)
  }

  word(family: string, word: string, form: string | null, values: object): string | null {
    const message = this.#formOf(`${family}.${word}`, form)
    if (message !== null) return this.#say(message.parts, values, form)
    return this.#fallback === null ? null : this.#fallback.word(family, word, form, values)
  }

  nameForms(form: string): NameForms {
    let forms = this.#nameForms.get(form)
    if (forms === undefined) {
      const start = `${NAME}.${form}.`
      const parts = Object.keys(this.#catalogue.messages)
        .filter((code) => code.startsWith(start))
        .map((code) => code.slice(start.length))
        .sort((a, b) => b.length - a.length)
      const formOf = (part: string) => `${form}.${part}`
      forms = {
        endings: parts.filter((part) => part.startsWith('-')).map((part) => [part.slice(1), formOf(part)]),
        firstWords: new Map(
          parts.filter((part) => part.endsWith('-')).map((part) => [part.slice(0, -1), formOf(part)]),
        ),
      }
      this.#nameForms.set(form, forms)
    }
    return forms
  }

  /** A message in a form, or as it is where the catalogue lacks the form. */
  #formOf(code: string, form: string | null): Message | null {
    if (form === null || form === '') return this.#messageOf(code)
    const known = this.#forms.get(form)?.get(code)
    if (known !== undefined) return known
    const message = this.#messageOf(`${code}.${form}`) ?? this.#messageOf(code)
    // codes made from words of the map are not kept: there is no end to them
    if (message === null) return null
    const ofForm = this.#forms.get(form) ?? new Map<string, Message>()
    this.#forms.set(form, ofForm.set(code, message))
    return message
  }

  #messageOf(code: string): Message | null {
    let message = this.#parsed.get(code)
    if (message !== undefined) return message
    const { messages } = this.#catalogue
    if (!Object.hasOwn(messages, code)) return null
    message = new Message(messages[code], this.language)
    this.#parsed.set(code, message)
    return message
  }

  #say(parts: Parts, values: object, form: string | null): string {
    let text = ''
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]
      if (typeof part === 'string') text += part
      else if (part.does === 'say') text += this.#textOf(part, values, form)
      else if (part.does === 'choose') text += this.#say(chosenOf(part, decidingOf(part, values)), values, form)
      else text += numberText(this.language, Number(decidingOf(part, values)))
    }
    return text
  }

  #textOf({ name, form: ownForm, kind, of }: TextSlot, values: object, inherited: string | null): string {
    const value = (values as Record<string, unknown>)[name]
    if (value == null) return ''
    return toPlainLine(kind.text(value, this, { form: ownForm ?? inherited, of, values }))
  }
}

/** Of the direction of what follows: embeddings, overrides, isolates. */
export const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g
const BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g
const ANY_OF_BOTH = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/

/**
 * Names and other values of the map or of a user without what would break the text around them or turn it around.
 * Pure. On one line, in the direction of its letters.
 */
export const toPlainLine = (text: string): string =>
  ANY_OF_BOTH.test(text) ? text.replace(DIRECTIONS, '').replace(BREAKS, ' ') : text
