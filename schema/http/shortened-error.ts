// Errors of graphql itself, which may quote whatever a caller wrote.

import { GraphQLError } from 'graphql'
import { hinting, keptHints } from './error-hints.ts'
import { saying, sentenceOf } from './graphql-errors.ts'

const MAX_MESSAGE_CHARACTERS = 400

/** GraphQL's own words may hold a whole value or literal. */
export function shortened(error: GraphQLError): GraphQLError {
  const { message, nodes } = error
  const { inputPath } = error.extensions
  const sentence = sentenceOf(error.extensions)
  const extensions = {
    code: 'invalid_input',
    ...(inputPath === undefined ? {} : { inputPath }),
    ...hinting(keptHints(error.extensions)),
  }
  return new GraphQLError(
    message.length > MAX_MESSAGE_CHARACTERS ? `${message.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed()}...` : message,
    { nodes, extensions: sentence === undefined ? extensions : saying(sentence, extensions) },
  )
}
