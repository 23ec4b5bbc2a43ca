// What every layer hands up in place of words: the code of a message with its values. It is rendered where an answer is
// written (renderer.ts), in the language of its reader.

import type { MessageValueNames, VALUE_KINDS, Words } from './generated/message-values.ts'

/** A code of `catalogues/en.json`. */
export type MessageCode = keyof MessageValueNames

/** A way as people name it. */
export interface WayValue {
  kind: Words['way']
  name: string | null
  ref: string | null
  /** of the signed trail along it that is named */
  sign: SignValue | null
  /** absent: not said */
  heading?: Heading
}

/** The text on a sign, or how it is painted (`osmc:symbol`). */
export type SignValue = string | { symbol: string }

/** Clockwise from north, in eighths of a circle. */
export type Heading = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

/** A name as the map has it, or what is said in place of one (`near Ordino`). */
export type NameValue = string | AnySentence

/** A point of a request. */
export interface PointValue {
  role: Words['point']
  /** from 0 */
  index: number
  /** how many there are */
  of: number
  name: NameValue | null
}

/** A part of a route from one waypoint to another, or of a trail that is one waypoint. */
export interface LegValue {
  /** waypoints, from 0 */
  from: number
  to: number
  of: number
  fromName: NameValue | null
  toName: NameValue | null
}

/** What a value of each kind is; `said` is a sentence inside another. */
interface ValueOfKind<Said> {
  text: string
  name: string | Said
  field: string
  position: string
  number: number
  plain: number
  decimals: number
  share: number
  degrees: number
  metres: number
  km: number
  minutes: number
  date: string
  months: readonly number[]
  heading: Heading
  sign: SignValue
  way: WayValue
  point: PointValue
  leg: LegValue
  list: readonly (string | Said)[]
  sentence: Said
  phrase: Said
}

type Value<Kind> = Kind extends `word ${infer Family extends keyof Words}`
  ? Words[Family]
  : Kind extends `choice ${infer Choices}`
    ? Split<Choices>
    : Kind extends `tag ${string}`
      ? string
      : Kind extends keyof ValueOfKind<AnySentence>
        ? ValueOfKind<AnySentence>[Kind]
        : Kind extends `${infer Plain extends keyof ValueOfKind<AnySentence>} ${string}`
          ? ValueOfKind<AnySentence>[Plain]
          : never

type Split<Choices> = Choices extends `${infer First} ${infer Rest}` ? First | Split<Rest> : Choices

/** The values of each message, by its code. */
export type MessageValues = {
  [Code in MessageCode]: { [Name in MessageValueNames[Code]]: Value<(typeof VALUE_KINDS)[Name]> }
}

/** A sentence of any code. */
export interface AnySentence {
  readonly code: MessageCode
  readonly values: object
}

export class Sentence<Code extends MessageCode = MessageCode> implements AnySentence {
  readonly code: Code
  readonly values: MessageValues[Code]

  constructor(code: Code, values: MessageValues[Code]) {
    this.code = code
    this.values = values
  }
}

/** Values may be left out where the message has none. */
export function say<Code extends MessageCode>(
  code: Code,
  ...[values]: MessageValueNames[Code] extends never ? [] : [values: MessageValues[Code]]
): Sentence<Code> {
  return new Sentence(code, (values ?? {}) as MessageValues[Code])
}
