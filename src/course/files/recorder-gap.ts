// Where a recorder stopped and went on elsewhere, so that nothing is drawn between: at the end of a lap or of a stretch
// of the timer, more than 100 m and more than 10 s apart. Nearer it only paused, sooner it only began another lap.

import { distanceM } from '../../geo/lon-lat.ts'

const GAP_M = 100
const GAP_MS = 10_000

export interface RecordedPlace {
  lon: number
  lat: number
  /** NaN: unknown */
  timeMs: number
}

export const isGap = (last: RecordedPlace, next: RecordedPlace): boolean =>
  distanceM(last.lon, last.lat, next.lon, next.lat) > GAP_M && !(next.timeMs - last.timeMs <= GAP_MS)
