// Fields that are sentences. Each stands there twice: `reason` as text, in the language that is requested, and
// `reasonSentence` as a code with its values, for clients that say it themselves.

import { sentenceArgs } from '../resolvers/input/search-args.ts'
import { english, rendererFor } from '../src/language/catalogue-files.ts'
import type { Renderer } from '../src/language/renderer.ts'
import type { AnySentence } from '../src/language/sentence.ts'
import { argumentOptions, argumentsOf } from './arguments.ts'
import { type FieldBuilder, builder } from './builder.ts'

type Spoken = Readonly<{ language?: string | null }>

/** `language`. A route has tens of sentences, so it is checked once, before anything runs: check-languages.ts. */
const spoken = <Row>(t: FieldBuilder<Row>) => ({
  language: t.arg(argumentOptions(argumentsOf(sentenceArgs)[0]) as { type: 'String' }),
})

const rendererOf = ({ language }: Spoken): Renderer => (language == null ? english : rendererFor(language))

const SentenceType = builder.objectRef<AnySentence>('Sentence').implement({
  description: 'What a sentence says, for clients that say it in their own words or language.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'Which message of the catalogues it is, e.g. `maneuver.turn.onto`. A code keeps its meaning.',
    }),
    values: t.field({
      type: 'JSON',
      description:
        'Its values by their names: lengths in metres, times in seconds, shares from 0 to 1, dates as ISO 8601, words as codes, a sentence inside it as {code, values}.',
      resolve: ({ values }) => values,
    }),
    text: t.string({
      description: 'The sentence in the language that is requested.',
      args: spoken(t),
      resolve: (sentence, args) => rendererOf(args).render(sentence),
    }),
  }),
})

type Twins<Name extends string, Twin extends string> = Record<
  Name | Twin,
  ReturnType<FieldBuilder<unknown>['exposeString']>
>

/** A sentence of the row. */
export function sentenceFields<Row, Name extends string>(
  t: FieldBuilder<Row>,
  name: Name,
  description: string,
  sentenceOf: (row: Row) => AnySentence,
) {
  return {
    [name]: t.string({
      description,
      args: spoken(t),
      resolve: (row, args) => rendererOf(args).render(sentenceOf(row)),
    }),
    [`${name}Sentence`]: t.field({
      type: SentenceType,
      description: `\`${name}\` as a code with its values.`,
      resolve: sentenceOf,
    }),
  } as Twins<Name, `${Name}Sentence`>
}

/** The same, null where there is nothing to say. */
export function reasonFields<Row, Name extends string>(
  t: FieldBuilder<Row>,
  name: Name,
  description: string,
  sentenceOf: (row: Row) => AnySentence | null,
) {
  return {
    [name]: t.string({
      nullable: true,
      description,
      args: spoken(t),
      resolve: (row, args) => {
        const sentence = sentenceOf(row)
        const renderer = rendererOf(args)
        return sentence === null ? null : renderer.render(sentence)
      },
    }),
    [`${name}Sentence`]: t.field({
      type: SentenceType,
      nullable: true,
      description: `\`${name}\` as a code with its values; null where that is.`,
      resolve: sentenceOf,
    }),
  } as Twins<Name, `${Name}Sentence`>
}

/** A name, or a sentence where the map has none (`near Ordino`); null if absent. */
export function nameFields<Row>(
  t: FieldBuilder<Row>,
  description: string,
  nameOf: (row: Row) => string | AnySentence | undefined,
) {
  return {
    name: t.string({
      nullable: true,
      description,
      args: spoken(t),
      resolve: (row, args) => {
        const name = nameOf(row)
        return name === undefined ? null : rendererOf(args).render(name)
      },
    }),
    nameSentence: t.field({
      type: SentenceType,
      nullable: true,
      description: '`name` as a code with its values; null where it is a name of the map, or null.',
      resolve: (row) => {
        const name = nameOf(row)
        return typeof name === 'object' ? name : null
      },
    }),
  } as Twins<'name', 'nameSentence'>
}

/** Several of the row. */
export function sentencesFields<Row, Name extends string>(
  t: FieldBuilder<Row>,
  name: Name,
  description: string,
  sentencesOf: (row: Row) => readonly AnySentence[],
) {
  return {
    [name]: t.stringList({
      description,
      args: spoken(t),
      resolve: (row, args) => {
        const renderer = rendererOf(args)
        return sentencesOf(row).map((sentence) => renderer.render(sentence))
      },
    }),
    [`${name}Sentences`]: t.field({
      type: [SentenceType],
      description: `\`${name}\` as codes with their values, in the same order.`,
      resolve: sentencesOf,
    }),
  } as Twins<Name, `${Name}Sentences`>
}
