// zod carries what it says of a fault as text: here, a sentence as JSON. Whatever reads its issues reads it back, and
// nothing else is shown of them.

import { type MessageCode, type Sentence, say } from '../../src/language/sentence.ts'

type Of<Family extends string> = Extract<MessageCode, `${Family}.${string}`>

/** What stands after "expected". */
export type Expectation = Sentence<Of<'expected'>>
/** A whole sentence about the field. */
export type Rule = Sentence<Of<'rule'>>

export function zodMessage(sentence: Expectation | Rule): string {
  return JSON.stringify(sentence)
}

/** A check that says nothing of its own has zod's words, which are not shown. */
export function readZodMessage(message: string): Expectation | Rule {
  return message.startsWith('{"code":') ? (JSON.parse(message) as Expectation | Rule) : say('expected.value')
}

export const isRule = (sentence: Expectation | Rule): sentence is Rule => sentence.code.startsWith('rule.')
