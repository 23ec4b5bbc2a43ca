// What `__schema` and `__type` will give, counted exactly before they run: the schema is known, so lists, fragments and
// aliases are followed through it. What was counted below an object of the schema is not counted again, so a document
// that multiplies is recognised in milliseconds. Fields of one name count apart: never too little.

import {
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  Kind,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  getArgumentValues,
  getNamedType,
  isObjectType,
} from 'graphql'
import type { SelectionWalk, Variables } from './selected-fields.ts'

/** Several times the whole schema as tools ask for it. */
export const MAX_INTROSPECTION_VALUES = 75_000

export class IntrospectionMeasure {
  readonly #schema: GraphQLSchema
  readonly #fragments: SelectionWalk['fragments']
  readonly #variables: Variables
  readonly #isIncluded: (selection: SelectionNode) => boolean
  readonly #known = new Map<object, Map<SelectionSetNode, number>>()
  /** fields looked at, each of which is in the answer at least once */
  #looked = 0

  constructor(
    schema: GraphQLSchema,
    fragments: SelectionWalk['fragments'],
    variables: Variables,
    isIncluded: (selection: SelectionNode) => boolean,
  ) {
    this.#schema = schema
    this.#fragments = fragments
    this.#variables = variables
    this.#isIncluded = isIncluded
  }

  /** Fields and list elements that a `__schema` or `__type` on the root gives; Infinity for more than may be. */
  valuesOf(node: FieldNode): number {
    const field = node.name.value === SchemaMetaFieldDef.name ? SchemaMetaFieldDef : TypeMetaFieldDef
    return this.#valuesOfField(null, field, node)
  }

  #valuesOfField(source: unknown, field: GraphQLField<unknown, unknown>, node: FieldNode): number {
    if (++this.#looked > MAX_INTROSPECTION_VALUES) return Infinity
    if (node.selectionSet === undefined) return 1
    let value: unknown
    try {
      const args = getArgumentValues(field, node, this.#variables)
      value = field.resolve!(source, args, undefined, { schema: this.#schema } as never)
    } catch {
      return 1 // fails when it runs
    }
    let values = 1
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one === 'object' && one !== null) values += 1 + this.#valuesBelow(one, field, node.selectionSet)
    return values
  }

  #valuesBelow(source: object, { type }: GraphQLField<unknown, unknown>, set: SelectionSetNode): number {
    const named = getNamedType(type)
    if (!isObjectType(named)) return 0
    const count = (inside: SelectionSetNode): number => {
      let sets = this.#known.get(source)
      if (sets === undefined) this.#known.set(source, (sets = new Map()))
      const known = sets.get(inside)
      if (known !== undefined) return known
      let values = 0
      for (const selection of inside.selections) {
        if (values === Infinity) break
        if (!this.#isIncluded(selection)) continue
        if (selection.kind === Kind.FIELD) {
          const name = selection.name.value
          const field = name === TypeNameMetaFieldDef.name ? TypeNameMetaFieldDef : named.getFields()[name]
          if (field !== undefined) values += this.#valuesOfField(source, field, selection)
        } else {
          const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments[selection.name.value]
          if (fragment !== undefined) values += count(fragment.selectionSet)
        }
      }
      sets.set(inside, values)
      return values
    }
    return count(set)
  }
}
