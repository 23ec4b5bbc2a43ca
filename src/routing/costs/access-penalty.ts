// The cost model's penalties on ways that are open, but not to everybody or not to everybody's taste, on foot and by
// bicycle alike.

import type { Access } from '../../osm/edge-facts.ts'

export const ACCESS_PENALTY: Partial<Record<Access, number>> = {
  agricultural: 1.2,
  forestry: 1.2,
  customers: 2,
  delivery: 2,
  destination: 1.5,
  conditional: 1.3,
  cycleway_untagged: 1.3, // on foot only
  discouraged: 2,
}
