// A line as GraphQL takes it, in exactly one of three forms, as the operations take it: GPX or GeoJSON. An encoded
// polyline becomes GeoJSON; the others go on as they came and are checked by the operation, with the codes of REST.

import { decodePolyline6 } from '../src/geo/polyline.ts'
import { onceForText } from './once-each.ts'

/** More than 50,000 points never need. */
const MAX_POLYLINE_CHARACTERS = 1_048_576

export interface LineInput {
  gpx?: string | null | undefined
  /** GeoJSON, not yet checked */
  geometry?: unknown
  polyline6?: string | null | undefined
}

const lineOf = onceForText((polyline6) => ({ type: 'LineString', coordinates: decodePolyline6(polyline6) }))

/** `refuse` is told what is wrong with which field (none: with the whole); what is returned then is of no use. */
export function readLineInput(
  { gpx, geometry, polyline6 }: LineInput,
  refuse: (message: string, field: string[]) => void,
): { gpx?: string; geometry?: unknown } {
  if (polyline6 == null) return { ...(gpx == null ? {} : { gpx }), ...(geometry == null ? {} : { geometry }) }
  if (gpx != null || geometry != null) refuse('exactly one of `gpx`, `geometry` and `polyline6` is needed.', [])
  else if (polyline6.length > MAX_POLYLINE_CHARACTERS)
    refuse(`at most ${MAX_POLYLINE_CHARACTERS} characters`, ['polyline6'])
  else {
    try {
      return { geometry: lineOf(polyline6) }
    } catch (error) {
      refuse(`${(error as Error).message}.`, ['polyline6'])
    }
  }
  return {}
}
