// Fields that are sentences.

import { english } from '../src/language/catalogue-files.ts'
import type { Text } from '../src/language/sentence.ts'
import type { FieldBuilder } from './builder.ts'

/** A sentence of the row. */
export function sentenceField<Row>(t: FieldBuilder<Row>, description: string, sentenceOf: (row: Row) => Text) {
  return t.string({ description, resolve: (row) => english.render(sentenceOf(row)) })
}

/** The same, null where there is nothing to say. */
export function reasonField<Row>(t: FieldBuilder<Row>, description: string, sentenceOf: (row: Row) => Text | null) {
  return t.string({
    nullable: true,
    description,
    resolve: (row) => {
      const sentence = sentenceOf(row)
      return sentence === null ? null : english.render(sentence)
    },
  })
}

/** Several of the row. */
export function sentencesField<Row>(
  t: FieldBuilder<Row>,
  description: string,
  sentencesOf: (row: Row) => readonly Text[],
) {
  return t.field({
    type: ['String'],
    description,
    resolve: (row) => sentencesOf(row).map((sentence) => english.render(sentence)),
  })
}
