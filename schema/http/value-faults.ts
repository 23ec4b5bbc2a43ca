// Values that do not fit their arguments, found before anything runs: literals by rules of validation, in place of two
// of graphql-js that name neither field nor argument; variables where their values cannot be read.

import {
  type ASTVisitor,
  BREAK,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  ProvidedRequiredArgumentsRule,
  TypeInfo,
  type ValidationContext,
  type ValueNode,
  ValuesOfCorrectTypeRule,
  isRequiredArgument,
  specifiedRules,
  typeFromAST,
  validateInputLiteral,
  validateInputValue,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { sayFault } from './value-text.ts'

type Tell = (error: GraphQLError, inner: readonly (string | number)[]) => void

class Found extends Error {
  readonly fault: Pick<GraphQLError, 'message' | 'nodes'> & { inner: readonly (string | number)[] }
  constructor(fault: Found['fault']) {
    super()
    this.fault = fault
  }
}

/** The first fault that a check tells; it ends there, since it writes the whole value into the words of each. */
function firstFault(check: (tell: Tell) => void): Found['fault'] | null {
  try {
    check(({ message, nodes }, inner) => {
      throw new Found({ message, nodes, inner })
    })
    return null
  } catch (thrown) {
    if (thrown instanceof Found) return thrown.fault
    throw thrown
  }
}

/** Each argument of a document has a value that fits, but for variables: those are checked when they have values. */
function valuesFit(context: ValidationContext): ASTVisitor {
  const { hideSuggestions } = context
  const check = (place: { field: string; path: string[] }, type: GraphQLInputType, literal: ValueNode): void => {
    const fault = firstFault((tell) => validateInputLiteral(literal, type, tell, undefined, undefined, hideSuggestions))
    if (fault === null) return
    const { message, nodes, inner } = fault
    const words = sayFault({ ...place, type, given: { literal }, inner, message, hideSuggestions, node: nodes?.[0] })
    context.reportError(words)
  }
  return {
    Argument: ({ name, value }) => {
      const definition = context.getArgument()
      const directive = context.getDirective()
      const field = directive == null ? context.getFieldDef()?.name : `@${directive.name}`
      if (definition != null && field !== undefined) check({ field, path: [name.value] }, definition.type, value)
      return false
    },
    VariableDefinition: ({ variable, type, defaultValue }) => {
      const wanted = typeFromAST(context.getSchema(), type) as GraphQLInputType | undefined
      if (wanted !== undefined && defaultValue !== undefined)
        check({ field: 'query', path: [`$${variable.name.value}`] }, wanted, defaultValue)
    },
  }
}

/** Each field and directive has the arguments that it needs. */
function argumentsGiven(context: ValidationContext): ASTVisitor {
  const { hideSuggestions } = context
  const check = (field: string, definitions: readonly GraphQLArgument[], node: FieldNode | DirectiveNode): void => {
    const given = new Set(node.arguments?.map(({ name }) => name.value))
    for (const definition of definitions) {
      if (!isRequiredArgument(definition) || given.has(definition.name)) continue
      const { name, type } = definition
      const fault = { field, path: [name], type, given: { value: undefined }, inner: [], message: '' }
      context.reportError(sayFault({ ...fault, hideSuggestions, node }))
    }
  }
  return {
    Field: {
      leave: (node) => {
        const definition = context.getFieldDef()
        if (definition != null) check(definition.name, definition.args, node)
      },
    },
    Directive: {
      leave: (node) => {
        const definition = context.getDirective()
        if (definition != null) check(`@${definition.name}`, definition.args, node)
      },
    },
  }
}

/** The rules of graphql-js, with our own words where they say what does not fit. */
export const documentRules = specifiedRules.map((rule) =>
  rule === ValuesOfCorrectTypeRule ? valuesFit : rule === ProvidedRequiredArgumentsRule ? argumentsGiven : rule,
)

/** What is wrong with the first variable whose value does not fit, named by the argument where it is used first. */
export function findVariableFault(
  schema: GraphQLSchema,
  { document, operation }: { document: DocumentNode; operation: OperationDefinitionNode },
  variables: Record<string, unknown>,
  hideSuggestions: boolean,
): GraphQLError | null {
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    const type = typeFromAST(schema, definition.type) as GraphQLInputType | undefined
    if (type === undefined || (value === undefined && definition.defaultValue !== undefined)) continue
    const fault = firstFault((tell) => validateInputValue(value, type, tell, hideSuggestions))
    if (fault === null) continue
    const { message, inner } = fault
    const place = findUse(schema, document, name) ?? { field: 'query', path: [`$${name}`] }
    return sayFault({ ...place, type, given: { value }, inner, message, hideSuggestions, node: definition })
  }
  return null
}

/** The first argument that takes the variable, or has it somewhere in it. */
function findUse(
  schema: GraphQLSchema,
  document: DocumentNode,
  name: string,
): { field: string; path: (string | number)[] } | null {
  const types = new TypeInfo(schema)
  let found: { field: string; path: (string | number)[] } | null = null
  visit(
    document,
    visitWithTypeInfo(types, {
      Argument: ({ name: argument, value }) => {
        const path = pathTo(value, name)
        if (path === null) return false
        const directive = types.getDirective()
        const field = directive == null ? types.getFieldDef()?.name : `@${directive.name}`
        found = { field: field ?? 'query', path: [argument.value, ...path] }
        return BREAK
      },
    }),
  )
  return found
}

/** Where a variable stands in a literal; null where it does not. */
function pathTo(literal: ValueNode, name: string): (string | number)[] | null {
  if (literal.kind === Kind.VARIABLE) return literal.name.value === name ? [] : null
  const members: readonly (readonly [string | number, ValueNode])[] =
    literal.kind === Kind.LIST
      ? literal.values.map((value, index) => [index, value] as const)
      : literal.kind === Kind.OBJECT
        ? literal.fields.map((field) => [field.name.value, field.value] as const)
        : []
  for (const [key, member] of members) {
    const path = pathTo(member, name)
    if (path !== null) return [key, ...path]
  }
  return null
}
