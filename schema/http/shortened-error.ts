// Errors of graphql itself, which may quote whatever a caller wrote.

import { GraphQLError } from 'graphql'

const MAX_MESSAGE_CHARACTERS = 400

/** GraphQL's own words may hold a whole value or literal. */
export function shortened(error: GraphQLError): GraphQLError {
  const { message, nodes } = error
  const { inputPath } = error.extensions
  return new GraphQLError(
    message.length > MAX_MESSAGE_CHARACTERS ? `${message.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed()}...` : message,
    { nodes, extensions: { code: 'invalid_input', ...(inputPath === undefined ? {} : { inputPath }) } },
  )
}
