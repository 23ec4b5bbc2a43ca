// The text of a GraphQL document that a code generator wrote as a syntax tree: operations and fragments, as far as a
// request may have them.

type Node = Readonly<Record<string, any>>

const joined = (nodes: readonly Node[] | undefined, between = ' '): string => (nodes ?? []).map(print).join(between)
/** Brackets only around something. */
const within = (open: string, text: string, close: string): string => (text === '' ? '' : open + text + close)
const directives = ({ directives: list }: Node): string => within(' ', joined(list), '')
const selection = ({ selectionSet }: Node): string => (selectionSet ? ` ${print(selectionSet)}` : '')
const on = ({ typeCondition }: Node): string => (typeCondition ? ` on ${print(typeCondition)}` : '')

const PRINTERS: Readonly<Record<string, (node: Node) => string>> = {
  Document: ({ definitions }) => joined(definitions, '\n'),
  OperationDefinition: (node) =>
    `${node.operation} ${node.name?.value ?? ''}${within('(', joined(node.variableDefinitions), ')')}${directives(node)}${selection(node)}`,
  VariableDefinition: (node) =>
    `${print(node.variable)}: ${print(node.type)}${node.defaultValue ? ` = ${print(node.defaultValue)}` : ''}${directives(node)}`,
  FragmentDefinition: (node) => `fragment ${node.name.value}${on(node)}${directives(node)}${selection(node)}`,
  SelectionSet: ({ selections }) => `{ ${joined(selections)} }`,
  Field: (node) =>
    `${node.alias ? `${node.alias.value}: ` : ''}${node.name.value}${within('(', joined(node.arguments), ')')}${directives(node)}${selection(node)}`,
  FragmentSpread: (node) => `...${node.name.value}${directives(node)}`,
  InlineFragment: (node) => `...${on(node)}${directives(node)}${selection(node)}`,
  Directive: (node) => `@${node.name.value}${within('(', joined(node.arguments), ')')}`,
  Argument: (node) => `${node.name.value}: ${print(node.value)}`,
  ObjectField: (node) => `${node.name.value}: ${print(node.value)}`,
  Variable: (node) => `$${node.name.value}`,
  StringValue: ({ value }) => JSON.stringify(value),
  NullValue: () => 'null',
  ListValue: ({ values }) => `[${joined(values)}]`,
  ObjectValue: ({ fields }) => `{${joined(fields)}}`,
  NamedType: (node) => node.name.value,
  ListType: ({ type }) => `[${print(type)}]`,
  NonNullType: ({ type }) => `${print(type)}!`,
}

/** Numbers, booleans and enums are their values. Throws TypeError for what no request has, such as a type. */
export function print(node: Node): string {
  const printer = PRINTERS[node.kind]
  if (printer !== undefined) return printer(node)
  if (/^(Int|Float|Boolean|Enum)Value$/.test(node.kind)) return String(node.value)
  throw new TypeError(`A ${node.kind} is not part of a request.`)
}
