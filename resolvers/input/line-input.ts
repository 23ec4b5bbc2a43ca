// A line as GraphQL takes it, in exactly one of six forms, as the operations take it: GPX, GeoJSON, or a file of any
// kind. An encoded polyline, TCX and FIT become GeoJSON; the others go on as they came and are checked by the
// operation, with the codes of REST.

import { MOST_FILE_POINTS } from '../../src/course/file-limits.ts'
import { readFit } from '../../src/course/read-fit.ts'
import { readTcx } from '../../src/course/read-tcx.ts'
import { ServiceError } from '../../src/errors.ts'
import { decodePolyline6 } from '../../src/geo/polyline.ts'
import { onceForText } from '../pipeline/once-each.ts'

/** More than MOST_FILE_POINTS never need. */
const MAX_POLYLINE_CHARACTERS = 1_048_576

export interface LineInput {
  gpx?: string | null | undefined
  /** GeoJSON, not yet checked */
  geometry?: unknown
  polyline6?: string | null | undefined
  tcx?: string | null | undefined
  /** base64 */
  fit?: string | null | undefined
  /** of any kind, as text or base64 */
  file?: string | null | undefined
}

const lineOf = onceForText((polyline6) => ({ type: 'LineString', coordinates: decodePolyline6(polyline6) }))

/** `refuse` is called with what is wrong and the field (none: the whole input); the result is then of no use. */
export function readLineInput(
  { gpx, geometry, polyline6, tcx, fit, file }: LineInput,
  refuse: (message: string, field: string[]) => void,
): { gpx?: string; geometry?: unknown; file?: string } {
  const isDevice = tcx != null || fit != null
  if (polyline6 == null && !isDevice)
    return {
      ...(gpx == null ? {} : { gpx }),
      ...(geometry == null ? {} : { geometry }),
      ...(file == null ? {} : { file }),
    }
  if ([gpx, geometry, polyline6, tcx, fit, file].filter((form) => form != null).length > 1)
    refuse('exactly one of `gpx`, `geometry`, `polyline6`, `tcx`, `fit` and `file` is needed.', [])
  else if (polyline6 == null) return readDeviceFile(tcx, fit, refuse)
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

function readDeviceFile(
  tcx: string | null | undefined,
  fit: string | null | undefined,
  refuse: (message: string, field: string[]) => void,
): { geometry?: unknown } {
  try {
    const { lon, lat, heightM } =
      tcx != null ? readTcx(tcx, MOST_FILE_POINTS) : readFit(Buffer.from(fit!, 'base64'), MOST_FILE_POINTS)
    const coordinates = Array.from(lon, (own, i) =>
      Number.isNaN(heightM[i]) ? [own, lat[i]] : [own, lat[i], heightM[i]],
    )
    return { geometry: { type: 'LineString', coordinates } }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    refuse(error.message, [tcx != null ? 'tcx' : 'fit'])
    return {}
  }
}
