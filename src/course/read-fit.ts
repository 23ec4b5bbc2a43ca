// The `record` messages of a FIT activity: time, place and altitude (files/fit-messages.ts).

import { ServiceError } from '../errors.ts'
import { FIELDS, FIT_EPOCH_S, MESSAGES, readFitMessages, toDegrees, toHeightM } from './files/fit-messages.ts'
import type { RecordedTrack } from './recorded-travel.ts'

/** Throws ServiceError: `invalid_input` (not FIT, truncated, or no record with a place), `too_many_points`. */
export function readFit(bytes: Uint8Array, maxPoints: number): RecordedTrack {
  const points: [timeS: number, lon: number, lat: number, heightM: number][] = []
  readFitMessages(
    bytes,
    ({ number, values, timeS }) => {
      if (number !== MESSAGES.record) return
      const latitude = values.get(FIELDS.record.lat)
      const longitude = values.get(FIELDS.record.lon)
      if (latitude === undefined || longitude === undefined || Number.isNaN(timeS)) return
      if (points.length === maxPoints)
        throw new ServiceError('too_many_points', `The FIT file has more than ${maxPoints} points.`, {
          inputPath: 'fit',
        })
      const altitude = values.get(FIELDS.record.enhancedAltitude) ?? values.get(FIELDS.record.altitude)
      points.push([
        timeS + FIT_EPOCH_S,
        toDegrees(longitude),
        toDegrees(latitude),
        altitude === undefined ? NaN : toHeightM(altitude),
      ])
    },
    fault,
  )
  if (points.length === 0) throw fault('there is no record with a time and a position in it')
  const column = (k: 0 | 1 | 2 | 3) => Float64Array.from(points, (point) => point[k])
  return { timeS: column(0), lon: column(1), lat: column(2), heightM: column(3) }
}

const fault = (why: string) => new ServiceError('invalid_input', `\`fit\`: ${why}.`, { inputPath: 'fit' })
