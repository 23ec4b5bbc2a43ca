// Values that are written out in the arguments of a field.

import { type FieldNode, Kind, type ValueNode } from 'graphql'

/** Reading a literal again for each element of a list, beside making a value. */
export const VALUES_OF_A_LITERAL = 1 / 8
const literals = new WeakMap<FieldNode, number>()

/** Values written out in the arguments of a field: they are read each time that it runs. */
export function literalsOf(field: FieldNode): number {
  let count = literals.get(field)
  if (count === undefined) {
    count = 0
    for (const { value } of field.arguments ?? []) count += literalsIn(value)
    literals.set(field, count)
  }
  return count
}

function literalsIn(value: ValueNode): number {
  let count = 1
  if (value.kind === Kind.LIST) for (const one of value.values) count += literalsIn(one)
  else if (value.kind === Kind.OBJECT) for (const one of value.fields) count += literalsIn(one.value)
  return count
}
