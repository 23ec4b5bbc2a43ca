// Fields that are sentences.

import { english } from '../src/language/catalogue-files.ts'
import type { Text } from '../src/language/sentence.ts'
import type { FieldBuilder } from './builder.ts'

/** The field `name`, a sentence of its row. */
export function sentenceField<Row>(t: FieldBuilder<Row>, description: string, sentenceOf: (row: Row) => Text) {
  return t.string({ description, resolve: (row) => english.render(sentenceOf(row)) })
}
