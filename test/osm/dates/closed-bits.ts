// Who is closed out of a way with these tags, as the import asks it: bits of ALL_CLOSED.

import { bikeAccess } from '../../../src/osm/bike-access.ts'
import { footAccess } from '../../../src/osm/foot-access.ts'
import type { Tags } from '../../../src/osm/tags.ts'
import { findWayClass } from '../../../src/osm/way-class.ts'

export function closedBits(tags: Tags): number {
  const way = findWayClass(tags)!
  return [...footAccess(tags, way), ...bikeAccess(tags, way)].reduce(
    (bits, access, i) => bits | (access === 'closed' ? 1 << i : 0),
    0,
  )
}
