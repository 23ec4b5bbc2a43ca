// The text of the schema as it is served: the file that codegen prints, and one of it for clients that throw on every
// error and read no directives.

import { readFileSync } from 'node:fs'
import { type ConstDirectiveNode, Kind, type TypeNode, parse, print, visit } from 'graphql'

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

/** As a subgraph: directives of federation are linked, not defined, and what only gateways ask is left out. */
export function subgraphSchema(printed: string): string {
  const own = visit(parse(printed), {
    DirectiveDefinition: ({ name }) => (LINKED.includes(name.value) ? null : undefined),
    ScalarTypeDefinition: ({ name }) => (name.value === '_Any' ? null : undefined),
    UnionTypeDefinition: ({ name }) => (name.value === '_Entity' ? null : undefined),
    ObjectTypeDefinition: {
      leave: (type) => {
        if (type.name.value === '_Service') return null
        // every graph with lists of Relay has it
        return type.name.value === 'PageInfo' ? { ...type, directives: [SHAREABLE] } : undefined
      },
    },
    FieldDefinition: ({ name }) => (name.value.startsWith('_') ? null : undefined),
  })
  const imported = LINKED.map((name) => `"@${name}"`).join(', ')
  return `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [${imported}])\n\n${print(own)}\n`
}
const LINKED = ['key', 'shareable']
const SHAREABLE: ConstDirectiveNode = { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: 'shareable' } }

const notNull = (type: TypeNode): TypeNode =>
  type.kind === Kind.NON_NULL_TYPE ? type : { kind: Kind.NON_NULL_TYPE, type }
