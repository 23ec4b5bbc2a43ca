// The law of `inputPath`: the way that an error names, walked through the arguments of its field, ends at a value, or
// at a member that its object could have and has not. What is wrong with the request itself has names of its own.

import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql'

export interface FailedAnswer {
  path?: readonly unknown[] | undefined
  inputPath: string
}

const OF_THE_REQUEST = /^(query|documentId|operationName|extensions|variables)\b/
/** of unknown names in a path */
const MOST_REPEATED = 40

/** Null where it walks, else what is wrong. */
export function walkInputPath(
  schema: GraphQLSchema,
  { query, variables }: { query: string; variables: unknown },
  { path, inputPath }: FailedAnswer,
): string | null {
  // empty: the arguments together
  if (inputPath === '' || OF_THE_REQUEST.test(inputPath)) return null
  let document: DocumentNode
  try {
    document = parse(query)
  } catch {
    return `inputPath ${inputPath} of a document that does not parse`
  }
  const given = typeof variables === 'object' && variables !== null ? (variables as Record<string, unknown>) : {}
  const fields = fieldsOf(schema, document)
  const names = (path ?? []).filter((one) => typeof one === 'string')
  const requested = fields.filter(({ responsePath }) => names.length === 0 || responsePath === names.join('.'))
  if (requested.length === 0) return `nothing is at ${names.join('.')}`
  // `$w` of a variable that no field uses
  if (inputPath.startsWith('$')) return inputPath.slice(1).split(/[.[]/)[0] in given ? null : `no ${inputPath}`
  const walks = requested.some(({ field, node }) => {
    const values = Object.fromEntries(
      (node.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value, given as never)]),
    )
    const types = new Map(field.args.map(({ name, type }) => [name, type]))
    return walksMembers(values, types, inputPath)
  })
  return walks ? null : `inputPath ${inputPath} leads nowhere from ${names.join('.') || 'any field'}`
}

interface RequestedField {
  responsePath: string
  field: GraphQLField<unknown, unknown>
  node: FieldNode
}

/** Every field of the document that takes part in an answer, by the names of the answer. */
function fieldsOf(schema: GraphQLSchema, document: DocumentNode): RequestedField[] {
  const found: RequestedField[] = []
  const fragments = new Map(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  )
  const visit = (selections: SelectionSetNode, type: GraphQLNamedType, before: string): void => {
    for (const one of selections.selections) {
      if (one.kind === Kind.FIELD) {
        const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[one.name.value] : undefined
        if (field === undefined) continue
        const responsePath = `${before}${(one.alias ?? one.name).value}`
        found.push({ responsePath, field, node: one })
        if (one.selectionSet !== undefined) visit(one.selectionSet, getNamedType(field.type), `${responsePath}.`)
        continue
      }
      const inner = one.kind === Kind.INLINE_FRAGMENT ? one : fragments.get(one.name.value)
      if (inner === undefined) continue
      const condition = inner.typeCondition?.name.value
      visit(inner.selectionSet, condition === undefined ? type : schema.getType(condition)!, before)
    }
  }
  for (const one of document.definitions)
    if (one.kind === Kind.OPERATION_DEFINITION) visit(one.selectionSet, schema.getRootType(one.operation)!, '')
  return found
}

/** Of an object: a name that it has, or that its type knows. */
function walksMembers(value: object, types: ReadonlyMap<string, GraphQLInputType> | null, rest: string): boolean {
  const names = new Set([...Object.keys(value), ...(types?.keys() ?? [])])
  for (const name of names) {
    if (rest === name) return true
    const member = (value as Record<string, unknown>)[name]
    if (Object.hasOwn(value, name) && rest === name.slice(0, MOST_REPEATED)) return true
    const after = rest.startsWith(name) ? rest.slice(name.length) : ''
    if (after !== '' && member !== undefined && walks(member, types?.get(name) ?? null, after)) return true
  }
  // data of no type of ours, such as GeoJSON: a member that is missing
  return types === null && /^[A-Za-z_]\w*$/.test(rest)
}

/** `rest` begins with `.` or `[`. */
function walks(value: unknown, given: GraphQLInputType | null, rest: string): boolean {
  const type = given === null ? null : getNullableType(given)
  const index = /^\[(\d+)\]/.exec(rest)
  if (index !== null) {
    // one value is a list of one
    const list = Array.isArray(value) ? value : type !== null && isListType(type) ? [value] : null
    const at = Number(index[1])
    const after = rest.slice(index[0].length)
    if (list === null || at >= list.length) return false
    return after === '' || walks(list[at], type !== null && isListType(type) ? type.ofType : null, after)
  }
  if (!rest.startsWith('.') || typeof value !== 'object' || value === null) return false
  const types =
    type !== null && isInputObjectType(type)
      ? new Map(Object.values(type.getFields()).map((one) => [one.name, one.type]))
      : null
  return walksMembers(value, types, rest.slice(1))
}
