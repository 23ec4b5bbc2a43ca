// The tags of languages among the arguments of a field, checked before anything of the document runs: a route has tens
// of sentences, and none of them should fail alone. Arguments are known by their name.

import {
  type FieldNode,
  type GraphQLField,
  GraphQLError,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
} from 'graphql'
import { describeValue, faultOf, pathText } from '../../resolvers/pipeline/parse-input.ts'
import { english } from '../../src/language/catalogue-files.ts'
import { LANGUAGE_TAG } from '../../src/language/choose-language.ts'
import { say } from '../../src/language/sentence.ts'
import { saying } from './graphql-errors.ts'

type Field = Pick<GraphQLField<unknown, unknown>, 'name' | 'args'>
type Path = readonly string[]

const LANGUAGE = 'language'
const known = new WeakMap<Field, readonly Path[]>()

/** Throws GraphQLError for the first that is no tag. */
export function checkLanguages(field: Field, args: object, node: FieldNode): void {
  let paths = known.get(field)
  if (paths === undefined) known.set(field, (paths = field.args.flatMap(({ name, type }) => pathsIn([name], type))))
  for (const path of paths) {
    const given = path.reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], args)
    if (typeof given !== 'string' || LANGUAGE_TAG.test(given)) continue
    const inputPath = pathText(path)
    const sentence = faultOf(`${field.name}(${inputPath})`, say('expected.language'), describeValue(given))
    throw new GraphQLError(english.render(sentence), {
      nodes: node,
      extensions: saying(sentence, { code: 'invalid_input', inputPath }),
    })
  }
}

/** Where an argument has a language: itself, or members of it, which no list holds. */
function pathsIn(path: Path, given: GraphQLInputType): Path[] {
  const type = getNullableType(given)
  if (!isInputObjectType(type)) return path.at(-1) === LANGUAGE ? [path] : []
  if (path.length > MOST_LEVELS) return []
  return Object.values(type.getFields()).flatMap((member) => pathsIn([...path, member.name], member.type))
}
const MOST_LEVELS = 2
