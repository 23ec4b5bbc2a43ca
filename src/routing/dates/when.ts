// The time of arrival in the local calendar.

import type { When } from '../../osm/dates/dated-restriction.ts'
import { DAY_MIN } from '../../osm/dates/time-table.ts'
import { type At, minuteAfter } from '../../travel/at.ts'

/** `afterS`: seconds from the start. */
export function whenAt(at: At, afterS: number): When {
  return at.wholeDay ? { day: Math.floor(at.minute / DAY_MIN) } : { minute: minuteAfter(at, afterS) }
}
