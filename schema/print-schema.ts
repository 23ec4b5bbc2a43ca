// The schema as a text, with what its directives say: schema/schema.graphql, which is served, and is in the package for
// clients. Sorted, so that it changes only where the schema does. `printSchema` of graphql-js knows no applied
// directives, and `printSchemaWithDirectives` of @graphql-tools/utils (11.2) loses the defaults of arguments.

import {
  type ConstDirectiveNode,
  type DocumentNode,
  type GraphQLNamedType,
  Kind,
  astFromValue,
  isInterfaceType,
  isObjectType,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  visit,
} from 'graphql'
import { schema } from './index.ts'
import { type Applied, appliedTo } from './plugin/applied-directives.ts'
import { withoutCodes } from './plugin/field-codes.ts'

export function printedSchema(): string {
  return `${print(documentOfSchema())}\n`
}

function documentOfSchema(): DocumentNode {
  let type: GraphQLNamedType | undefined
  const enter = {
    enter: ({ name }: { name: { value: string } }) => {
      type = schema.getType(name.value)
    },
    leave: <Node extends { directives?: readonly ConstDirectiveNode[] | undefined }>(node: Node): Node => ({
      ...node,
      directives: [...(node.directives ?? []), ...directiveNodes(appliedTo(type))],
    }),
  }
  return visit(parse(printSchema(lexicographicSortSchema(schema))), {
    ObjectTypeDefinition: enter,
    InterfaceTypeDefinition: enter,
    FieldDefinition: (node) => {
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined
      const { description, directives = [] } = node
      return {
        ...node,
        // `@raises` says the codes
        description: description && { ...description, value: withoutCodes(description.value) },
        directives: [...directives, ...directiveNodes(appliedTo(field))],
      }
    },
  })
}

function directiveNodes(directives: Applied): ConstDirectiveNode[] {
  return Object.entries(directives).map(([name, given]: [string, Readonly<Record<string, unknown>>]) => ({
    kind: Kind.DIRECTIVE,
    name: { kind: Kind.NAME, value: name },
    arguments: schema
      .getDirective(name)!
      .args.filter((arg) => given[arg.name] !== undefined)
      .map((arg) => ({
        kind: Kind.ARGUMENT,
        name: { kind: Kind.NAME, value: arg.name },
        value: astFromValue(given[arg.name], arg.type)! as never,
      })),
  }))
}
