// Who may pass a way with these tags, as the import asks it: an index of ACCESS for each bit of ALL_CLOSED.

import { bikeAccess, footAccess } from '../../../src/osm/way-access.ts'
import { ACCESS } from '../../../src/osm/edge-facts.ts'
import type { Tags } from '../../../src/osm/tags.ts'
import { findWayClass } from '../../../src/osm/way-class.ts'

export function accessOfBits(tags: Tags): number[] {
  const way = findWayClass(tags)!
  return [...footAccess(tags, way), ...bikeAccess(tags, way)].map((access) => ACCESS.indexOf(access))
}
