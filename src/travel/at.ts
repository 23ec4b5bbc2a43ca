// The moment for which a route is asked, in minutes of the local calendar. Dated tags of the map are about the clocks
// on the spot.

export interface At {
  /** minutes of the local calendar since 1970-01-01 00:00; of a date its midnight */
  minute: number
  wholeDay: boolean
}
