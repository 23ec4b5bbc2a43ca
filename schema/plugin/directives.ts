// What the printed schema says of a field that its type cannot. The definitions are in the schema, what is said of each
// field (applied-directives.ts) is in its extensions, where the printer finds it; introspection has no place for it.

import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql'
import { ErrorCodeEnum } from './error-code.ts'

const { FIELD_DEFINITION, OBJECT, INTERFACE } = DirectiveLocation
const manyOf = <T extends typeof GraphQLInt | typeof GraphQLString | typeof ErrorCodeEnum>(type: T) =>
  new GraphQLList(new GraphQLNonNull(type))

const SemanticNonNull = new GraphQLDirective({
  name: 'semanticNonNull',
  description:
    'Null only beside an error of the field or of what is below it; where a limit stops many fields, one error stands for all. A client that throws on errors may read the type as non-null.',
  locations: [FIELD_DEFINITION],
  args: {
    levels: {
      type: new GraphQLNonNull(manyOf(GraphQLInt)),
      default: { value: [0] },
      description: 'Levels of lists that this holds for: 0 is the field itself, 1 are the elements of its list.',
    },
  },
})

const Raises = new GraphQLDirective({
  name: 'raises',
  description:
    'The codes that an error of the field may have. Any field may also be `INTERNAL` or `BUSY`, and what refuses a whole document is said of none.',
  locations: [FIELD_DEFINITION],
  args: {
    codes: {
      type: new GraphQLNonNull(manyOf(ErrorCodeEnum)),
      description: 'In the words of `extensions.code`, sorted.',
    },
  },
})

const Cost = new GraphQLDirective({
  name: 'cost',
  description:
    'The credits that the field costs at most, once for each object that it is selected on; a field without it costs none. `@dryRun` says what a document costs with its arguments.',
  locations: [FIELD_DEFINITION],
  args: { weight: { type: new GraphQLNonNull(GraphQLString), description: 'A number of credits.' } },
})

const ListSize = new GraphQLDirective({
  name: 'listSize',
  description: 'How many elements a list is counted as, for the cost of what is selected of each.',
  locations: [FIELD_DEFINITION],
  args: {
    assumedSize: { type: GraphQLInt, description: 'Where no argument says it.' },
    slicingArguments: {
      type: manyOf(GraphQLString),
      description: 'Arguments that say it; the largest of those that are sent.',
    },
    sizedFields: {
      type: manyOf(GraphQLString),
      description: 'Fields of the answer that have so many elements; the field itself where left out.',
    },
    requireOneSlicingArgument: {
      type: GraphQLBoolean,
      default: { value: true },
      description: 'Whether one of these arguments has to be sent.',
    },
  },
})

const Lookup = new GraphQLDirective({
  name: 'lookup',
  description: 'Finds an object by the fields of its key, for a gateway that composes schemas.',
  locations: [FIELD_DEFINITION],
})

const Key = new GraphQLDirective({
  name: 'key',
  description: 'The fields that tell one object of the type from another, for a gateway that composes schemas.',
  isRepeatable: true,
  locations: [OBJECT, INTERFACE],
  args: { fields: { type: new GraphQLNonNull(GraphQLString), description: 'Names of fields, separated by spaces.' } },
})

export const PRINTED_DIRECTIVES = [SemanticNonNull, Raises, Cost, ListSize, Lookup, Key]
