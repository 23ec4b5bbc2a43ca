import { expect, test } from 'vitest'
import scalars from '../../../../clients/typescript/codegen/scalars.json' with { type: 'json' }
import { scalarFits } from '../../../../schema/http/graphiql/scalar-fits.ts'

interface JsonTree {
  kind: string
  values?: JsonTree[]
}

/** As codemirror-graphql reads JSON. */
function tree(value: unknown): JsonTree {
  if (Array.isArray(value)) return { kind: 'Array', values: value.map(tree) }
  if (value === null) return { kind: 'Null' }
  const kind = typeof value
  return { kind: kind[0].toUpperCase() + kind.slice(1) }
}

test.each([
  ['LonLat', [1.5, 42.5], true],
  ['LonLat', [1.5], false],
  ['LonLat', '1.5,42.5', false],
  ['Position', [1, 2, null], true],
  ['Box', [1, 2, 3, 4], true],
  ['Box', [1, 2, 3, 'x'], false],
  ['DateTime', '2026-11-22T08:00:00Z', true],
  ['DateTime', 5, false],
  ['GeoJSON', { type: 'Point' }, true],
  ['OsmId', 5, true],
] as const)('%s takes %j: %s', (name, value, fits) => expect(scalarFits(scalars[name], tree(value))).toBe(fits))
