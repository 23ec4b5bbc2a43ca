// The text of the schema as it is served: the file that codegen prints, and one of it for clients that throw on every
// error and read no directives.

import { readFileSync } from 'node:fs'
import { Kind, type TypeNode, parse, print, visit } from 'graphql'

export const readSchemaFile = (): string => readFileSync(new URL('schema.graphql', import.meta.url), 'utf8')

/** What is null only beside an error is not null, and no directive says so. */
export function strictSchema(printed: string): string {
  const strict = visit(parse(printed), {
    DirectiveDefinition: ({ name }) => (name.value === SEMANTIC_NON_NULL ? null : undefined),
    FieldDefinition: (field) => {
      const others = field.directives?.filter(({ name }) => name.value !== SEMANTIC_NON_NULL)
      return others?.length === field.directives?.length
        ? undefined
        : { ...field, directives: others, type: notNull(field.type) }
    },
  })
  return `${print(strict)}\n`
}
const SEMANTIC_NON_NULL = 'semanticNonNull'

const notNull = (type: TypeNode): TypeNode =>
  type.kind === Kind.NON_NULL_TYPE ? type : { kind: Kind.NON_NULL_TYPE, type }
