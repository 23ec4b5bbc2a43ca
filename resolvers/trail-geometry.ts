// The line of a trail as the operations on lines take it. One of more points than they take is thinned to as many by
// the smallest possible deviation, in a thread of its own; shorter ones go as they are. Parts are never joined.

import type { LonLat } from '../src/geo/lon-lat.ts'
import type { JobOptions } from '../src/job-options.ts'
import type { Services } from '../src/services.ts'
import { engineOf } from './course.ts'
import { toTrailGeoJson } from './input/line-forms.ts'

/** What profiles and analyses take. */
export const MAX_LINE_POINTS = 5000
export const MAX_LINE_KM = 300

/** A GeoJSON MultiLineString. Throws ServiceError `too_many_points` above MOST_FILE_POINTS, `busy`. */
export async function trailGeometry(
  parts: readonly (readonly LonLat[])[],
  services: Services,
  options: JobOptions,
): Promise<unknown> {
  const geometry = toTrailGeoJson(parts)
  if (parts.reduce((sum, part) => sum + part.length, 0) <= MAX_LINE_POINTS) return geometry
  const thinned = await services.course.simplifyGpx(
    { geometry, maxPoints: MAX_LINE_POINTS, keepClimb: false, keepStops: false, engine: engineOf(services) },
    options,
  )
  return thinned.value.geometry
}
