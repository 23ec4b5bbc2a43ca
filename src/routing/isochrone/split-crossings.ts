// HOT: npm run bench -- planner
// It looks at every segment of an answer, so these are typed arrays that are sorted as numbers.
//
// Splits segments where two of them cross, by a sweep over strips from west to east. Which pairs cross is decided in
// whole numbers; where they do is rounded to whole numbers.

import type { Segments } from './segments.ts'

/** Height of a strip: 90 m, in ten-millionths of a degree. */
const STRIP_BITS = 13
const INDEX_RANGE = 2 ** 22
/** Segments of an answer; more are not split. */
export const MOST_SEGMENTS = INDEX_RANGE - 1

interface Cut {
  segment: number
  /** along the segment */
  share: number
  x: number
  y: number
}

/** Of segments whose places are not negative. */
export function splitCrossings(segments: Segments): void {
  const { starts, order } = sortIntoStrips(segments)
  const cuts: Cut[] = []
  for (let strip = 0; strip + 1 < starts.length; strip++)
    sweep(segments.xy, order.subarray(starts[strip], starts[strip + 1]), cuts)
  cuts.sort((a, b) => a.segment - b.segment || a.share - b.share)
  for (let i = 0; i < cuts.length; ) {
    const { segment } = cuts[i]
    let end = i
    while (end < cuts.length && cuts[end].segment === segment) end++
    split(segments, segment, cuts.slice(i, end))
    i = end
  }
}

/** By strip: its segments, from west to east, each as `west * INDEX_RANGE + segment`. */
function sortIntoStrips({ xy, count }: Segments): { starts: Int32Array; order: Float64Array } {
  let north = 0
  for (let i = 0; i < count; i++) north = Math.max(north, xy[i * 4 + 1], xy[i * 4 + 3])
  const starts = new Int32Array((north >> STRIP_BITS) + 2)
  const ofEach = (take: (strip: number, segment: number) => void) => {
    for (let i = 0; i < count; i++) {
      const last = Math.max(xy[i * 4 + 1], xy[i * 4 + 3]) >> STRIP_BITS
      for (let strip = Math.min(xy[i * 4 + 1], xy[i * 4 + 3]) >> STRIP_BITS; strip <= last; strip++) take(strip, i)
    }
  }
  ofEach((strip) => starts[strip + 1]++)
  for (let strip = 1; strip < starts.length; strip++) starts[strip] += starts[strip - 1]
  const order = new Float64Array(starts[starts.length - 1])
  const next = starts.slice()
  ofEach((strip, i) => {
    order[next[strip]++] = Math.min(xy[i * 4], xy[i * 4 + 2]) * INDEX_RANGE + i
  })
  for (let strip = 0; strip + 1 < starts.length; strip++) order.subarray(starts[strip], starts[strip + 1]).sort()
  return { starts, order }
}

/** Finds the crossings of segments that are sorted from west to east. */
function sweep(xy: Int32Array, order: Float64Array, cuts: Cut[]): void {
  for (let k = 0; k < order.length; k++) {
    const i = order[k] % INDEX_RANGE
    const [ay, by] = [xy[i * 4 + 1], xy[i * 4 + 3]]
    const untilEast = (Math.max(xy[i * 4], xy[i * 4 + 2]) + 1) * INDEX_RANGE
    const south = Math.min(ay, by)
    const north = Math.max(ay, by)
    for (let m = k + 1; m < order.length && order[m] < untilEast; m++) {
      const j = order[m] % INDEX_RANGE
      if (xy[j * 4 + 1] < south && xy[j * 4 + 3] < south) continue
      if (xy[j * 4 + 1] > north && xy[j * 4 + 3] > north) continue
      cross(xy, Math.min(i, j), Math.max(i, j), cuts)
    }
  }
}

function cross(xy: Int32Array, i: number, j: number, cuts: Cut[]): void {
  const [a, b] = [i * 4, j * 4]
  const [ax, ay, bx, by] = [xy[a], xy[a + 1], xy[a + 2], xy[a + 3]]
  const [cx, cy, dx, dy] = [xy[b], xy[b + 1], xy[b + 2], xy[b + 3]]
  const c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  const d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
  if ((c > 0 && d > 0) || (c < 0 && d < 0)) return
  const p = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
  const q = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
  if ((p > 0 && q > 0) || (p < 0 && q < 0)) return
  if (c !== 0 && d !== 0 && p !== 0 && q !== 0) {
    const share = p / (p - q)
    const x = Math.round(ax + (bx - ax) * share)
    const y = Math.round(ay + (by - ay) * share)
    cuts.push({ segment: i, share, x, y }, { segment: j, share: c / (c - d), x, y })
    return
  }
  // an end of one lies on the other
  if (c === 0) cutAt(xy, i, cx, cy, cuts)
  if (d === 0) cutAt(xy, i, dx, dy, cuts)
  if (p === 0) cutAt(xy, j, ax, ay, cuts)
  if (q === 0) cutAt(xy, j, bx, by, cuts)
}

/** At a place on the line of the segment, if it lies between its ends. */
function cutAt(xy: Int32Array, segment: number, x: number, y: number, cuts: Cut[]): void {
  const at = segment * 4
  const [alongX, alongY] = [xy[at + 2] - xy[at], xy[at + 3] - xy[at + 1]]
  const share = ((x - xy[at]) * alongX + (y - xy[at + 1]) * alongY) / (alongX ** 2 + alongY ** 2)
  if (share > 0 && share < 1) cuts.push({ segment, share, x, y })
}

/** In place of the segment, its pieces between the cuts. */
function split(segments: Segments, segment: number, cuts: readonly Cut[]): void {
  const at = segment * 4
  const end = { x: segments.xy[at + 2], y: segments.xy[at + 3] }
  let from: { x: number; y: number } = { x: segments.xy[at], y: segments.xy[at + 1] }
  let isFirst = true
  for (const to of [...cuts, end]) {
    if (to.x === from.x && to.y === from.y) continue
    if (isFirst) {
      segments.xy[at + 2] = to.x
      segments.xy[at + 3] = to.y
    } else segments.add(from.x, from.y, to.x, to.y)
    isFirst = false
    from = to
  }
}
