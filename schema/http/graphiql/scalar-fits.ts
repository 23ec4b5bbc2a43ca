// Whether a value of the variables editor fits a scalar. The editor knows texts, numbers and booleans alone, and would
// underline every pair of coordinates.

interface JsonTree {
  kind: string
  values?: readonly JsonTree[]
}

/** `[number, number | null]` against a JSON syntax tree of codemirror-graphql. */
export function scalarFits(type: string, value: JsonTree): boolean {
  if (type === 'unknown') return true
  if (!type.startsWith('[')) return type.split(' | ').includes(value.kind.toLowerCase())
  const items = type.slice(1, -1).split(', ')
  const values = value.kind === 'Array' ? (value.values ?? []) : []
  return values.length === items.length && items.every((item, index) => scalarFits(item, values[index]))
}
