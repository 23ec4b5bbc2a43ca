// Polygons cut where they cross the antimeridian (RFC 7946, 3.1.9): none goes beyond 180 degrees. Each side is made of
// the pieces of rings that lie on it, joined along the meridian. Rings are valid and do not meet, so along it ground
// begins and ends in turn. Pure.

/** In millionths of a degree: lon, lat, lon, lat ..., not closed. */
export type Ring = Int32Array

const HALF_TURN_E6 = 180_000_000
const FULL_TURN_E6 = 2 * HALF_TURN_E6

/** `polygons`: outer ring first; they may reach beyond 180 or -180 degrees, not both. */
export function cutAtAntimeridian(polygons: Ring[][]): Ring[][] {
  let [west, east] = [Infinity, -Infinity]
  for (const [outer] of polygons)
    for (let i = 0; i < outer.length; i += 2) {
      west = Math.min(west, outer[i])
      east = Math.max(east, outer[i])
    }
  if (west >= -HALF_TURN_E6 && east <= HALF_TURN_E6) return polygons
  const cutE6 = east > HALF_TURN_E6 ? HALF_TURN_E6 : -HALF_TURN_E6
  const turnE6 = cutE6 > 0 ? -FULL_TURN_E6 : FULL_TURN_E6
  return polygons.flatMap((rings) => {
    const sides = [sideOf(rings, cutE6, true), sideOf(rings, cutE6, false)]
    const beyond = cutE6 > 0 ? 1 : 0
    sides[beyond] = sides[beyond].map((polygon) => polygon.map((ring) => shifted(ring, turnE6)))
    return sides.flat()
  })
}

const shifted = (ring: Ring, byE6: number): Ring => ring.map((value, i) => (i % 2 === 0 ? value + byE6 : value))

/** A piece of a ring on one side, from the meridian to the meridian. */
interface Piece {
  points: number[]
  /** latitudes where it comes from the other side and goes back */
  fromY: number
  toY: number
}

/** What lies west of the meridian, or on it and east of it. */
function sideOf(rings: readonly Ring[], cutE6: number, isWest: boolean): Ring[][] {
  const isIn = (lon: number) => (isWest ? lon < cutE6 : lon >= cutE6)
  const pieces: Piece[] = []
  const whole: Ring[] = []
  for (const ring of rings) {
    const own = piecesOf(ring, cutE6, isIn)
    if (own === null) {
      if (isIn(ring[0])) whole.push(ring)
    } else pieces.push(...own)
  }
  const outers = joined(pieces, cutE6)
  // a ring that is not cut is the outer one if it comes first, else a hole in what holds it
  const uncut = whole.filter((ring) => ring !== rings[0])
  if (whole.length > uncut.length) return [[rings[0], ...uncut]]
  return outers.map((outer) => [outer, ...uncut.filter((hole) => contains(outer, hole))])
}

/** Null if the ring lies on one side as a whole. */
function piecesOf(ring: Ring, cutE6: number, isIn: (lon: number) => boolean): Piece[] | null {
  const count = ring.length / 2
  const lon = (i: number) => ring[(i % count) * 2]
  const lat = (i: number) => ring[(i % count) * 2 + 1]
  const crossingY = (i: number) => lat(i) + ((lat(i + 1) - lat(i)) * (cutE6 - lon(i))) / (lon(i + 1) - lon(i))
  const pieces: Piece[] = []
  let first = 0
  while (first < count && !(isIn(lon(first + 1)) && !isIn(lon(first)))) first++
  if (first === count) return null
  for (let i = first; i < first + count; i++) {
    if (isIn(lon(i + 1)) && !isIn(lon(i))) pieces.push({ points: [], fromY: crossingY(i), toY: Number.NaN })
    if (isIn(lon(i + 1))) pieces[pieces.length - 1].points.push(lon(i + 1), lat(i + 1))
    else if (isIn(lon(i))) pieces[pieces.length - 1].toY = crossingY(i)
  }
  return pieces
}

/** Rings of pieces joined along the meridian: each end goes on at its neighbour there. */
function joined(pieces: readonly Piece[], cutE6: number): Ring[] {
  const ends = pieces.flatMap((piece) => [
    { piece, y: piece.fromY, isEnd: false },
    { piece, y: piece.toY, isEnd: true },
  ])
  ends.sort((a, b) => a.y - b.y)
  const next = new Map<Piece, Piece>()
  for (let i = 0; i + 1 < ends.length; i += 2) {
    // where two ends are equal, the one that fits
    if (ends[i].isEnd === ends[i + 1].isEnd && i + 2 < ends.length)
      [ends[i + 1], ends[i + 2]] = [ends[i + 2], ends[i + 1]]
    const [a, b] = ends[i].isEnd ? [ends[i], ends[i + 1]] : [ends[i + 1], ends[i]]
    next.set(a.piece, b.piece)
  }
  const rings: Ring[] = []
  const left = new Set(pieces)
  for (const start of left) {
    const points: number[] = []
    for (let piece: Piece | undefined = start; piece !== undefined && left.has(piece); piece = next.get(piece)) {
      left.delete(piece)
      points.push(cutE6, Math.round(piece.fromY), ...piece.points, cutE6, Math.round(piece.toY))
    }
    const ring = withoutRepeats(points)
    // a ring that only touches the meridian leaves nothing on its other side
    if (ring.length >= 6 && ring.some((value, i) => i % 2 === 0 && value !== cutE6)) rings.push(ring)
  }
  return rings
}

function withoutRepeats(points: readonly number[]): Ring {
  const kept: number[] = []
  for (let i = 0; i < points.length; i += 2) {
    const last = kept.length - 2
    if (last < 0 || points[i] !== kept[last] || points[i + 1] !== kept[last + 1]) kept.push(points[i], points[i + 1])
  }
  while (kept.length > 2 && kept[0] === kept[kept.length - 2] && kept[1] === kept[kept.length - 1]) kept.length -= 2
  return Int32Array.from(kept)
}

/** Whether a ring holds another that does not meet it. */
function contains(ring: Ring, other: Ring): boolean {
  const [x, y] = other
  let inside = false
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    if (ring[i + 1] > y === ring[j + 1] > y) continue
    if (x < ((ring[j] - ring[i]) * (y - ring[i + 1])) / (ring[j + 1] - ring[i + 1]) + ring[i]) inside = !inside
  }
  return inside
}
