// How long a recording took, from its first point with a time to its last, rests included. Pure.

/** Longer ones are no recording of a tour; a clock that was wrong. */
const MOST_S = 30 * 24 * 3600
const TIME = '<time>'

/** Seconds; null for a GPX without times, or with times that cannot be. */
export function recordedSeconds(gpx: string): number | null {
  const start = gpx.indexOf('<trkpt')
  if (start < 0) return null
  const first = timeAt(gpx, gpx.indexOf(TIME, start))
  const last = timeAt(gpx, gpx.lastIndexOf(TIME))
  const seconds = (last - first) / 1000
  return seconds > 0 && seconds <= MOST_S ? seconds : null
}

/** Milliseconds; NaN without one. */
function timeAt(gpx: string, at: number): number {
  if (at < 0) return Number.NaN
  const text = gpx.slice(at + TIME.length, at + TIME.length + 40)
  return Date.parse(text.slice(0, Math.max(0, text.indexOf('<'))))
}
