// The track points of a TCX file: time, place and altitude of every `Trackpoint` that has a position and a time. Read
// by scanning forward once, never by patterns; other elements are passed over. Points without a position are pauses of
// the recorder and left out.

import { ServiceError } from '../errors.ts'
import type { RecordedTrack } from './recorded-travel.ts'

/** Throws ServiceError `invalid_input` (no TCX, or no point in it), `too_many_points`. */
export function readTcx(text: string, maxPoints: number): RecordedTrack {
  const timeS: number[] = []
  const lon: number[] = []
  const lat: number[] = []
  const heightM: number[] = []
  let at = 0
  for (;;) {
    const from = text.indexOf('<Trackpoint', at)
    if (from < 0) break
    const to = text.indexOf('</Trackpoint>', from)
    if (to < 0) break
    at = to
    const point = text.slice(from, to)
    const seconds = Date.parse(valueOf(point, 'Time') ?? '') / 1000
    const latitude = Number(valueOf(point, 'LatitudeDegrees') ?? NaN)
    const longitude = Number(valueOf(point, 'LongitudeDegrees') ?? NaN)
    if (!Number.isFinite(seconds) || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) continue
    if (timeS.length === maxPoints)
      throw new ServiceError('too_many_points', `The TCX has more than ${maxPoints} points.`, { inputPath: 'tcx' })
    timeS.push(seconds)
    lat.push(latitude)
    lon.push(longitude)
    heightM.push(Number(valueOf(point, 'AltitudeMeters') ?? NaN))
  }
  if (timeS.length === 0)
    throw new ServiceError('invalid_input', '`tcx`: there is no track point with a time and a position in it.', {
      inputPath: 'tcx',
    })
  return {
    timeS: Float64Array.from(timeS),
    lon: Float64Array.from(lon),
    lat: Float64Array.from(lat),
    heightM: Float64Array.from(heightM),
  }
}

function valueOf(point: string, name: string): string | null {
  const open = point.indexOf(`<${name}>`)
  if (open < 0) return null
  const from = open + name.length + 2
  const to = point.indexOf('</', from)
  return to < 0 || to - from > 64 ? null : point.slice(from, to).trim()
}
