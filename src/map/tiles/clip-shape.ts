// Clips lines and rings to a box in world units: lines into the pieces inside (Liang-Barsky, after the test of Cohen
// and Sutherland), rings against one side after the other (Sutherland and Hodgman 1974). New vertices are on the box
// and needed at every zoom; old ones keep their zooms. A clipped ring may run along the box, so boxes are larger than
// the tiles drawn from them.

import type { UnitBox } from './unit-box.ts'

export interface Shape {
  /** x, y of vertex v at [2 * v] */
  coords: Int32Array
  zooms: Uint8Array
  /** vertices of part p: [partStart[p], partStart[p + 1]) for p in [first, last) */
  partStart: Uint32Array
  inner: Uint8Array
  first: number
  last: number
}

let coordsOut = new Int32Array(1 << 14)
let zoomsOut = new Uint8Array(1 << 13)
let count = 0
let coordsIn = new Int32Array(1 << 14)
let zoomsIn = new Uint8Array(1 << 13)

function put(x: number, y: number, zoom: number): void {
  if (count === zoomsOut.length) {
    const coords = new Int32Array(coordsOut.length * 2)
    coords.set(coordsOut)
    coordsOut = coords
    const zooms = new Uint8Array(zoomsOut.length * 2)
    zooms.set(zoomsOut)
    zoomsOut = zooms
  }
  coordsOut[2 * count] = x
  coordsOut[2 * count + 1] = y
  zoomsOut[count++] = zoom
}

/** The pieces of lines inside a box; returns null if there are none. */
export function clipLines(shape: Shape, box: UnitBox): Shape | null {
  const { coords, zooms, partStart, first, last } = shape
  const { minX, minY, maxX, maxY } = box
  const starts = [0]
  count = 0
  const endPart = (): void => {
    const from = starts[starts.length - 1]
    if (count - from >= 2) starts.push(count)
    else count = from
  }
  for (let p = first; p < last; p++) {
    const from = partStart[p]
    const to = partStart[p + 1]
    let joined = false
    let beyond = from < to ? sidesPassed(coords[2 * from], coords[2 * from + 1], box) : 0
    for (let v = from; v + 1 < to; v++) {
      const ax = coords[2 * v]
      const ay = coords[2 * v + 1]
      const bx = coords[2 * v + 2]
      const by = coords[2 * v + 3]
      const before = beyond
      beyond = sidesPassed(bx, by, box)
      let t0 = 0
      let t1 = 1
      const dx = bx - ax
      const dy = by - ay
      let out = (before & beyond) !== 0
      const crosses = (before | beyond) !== 0
      for (let side = 0; side < 4 && crosses && !out; side++) {
        const step = side === 0 ? -dx : side === 1 ? dx : side === 2 ? -dy : dy
        const room = side === 0 ? ax - minX : side === 1 ? maxX - ax : side === 2 ? ay - minY : maxY - ay
        if (step === 0) out = room < 0
        else {
          const t = room / step
          if (step < 0) {
            if (t > t1) out = true
            else if (t > t0) t0 = t
          } else if (t < t0) out = true
          else if (t < t1) t1 = t
        }
      }
      if (out) {
        endPart()
        joined = false
        continue
      }
      if (!joined) {
        endPart()
        if (t0 === 0) put(ax, ay, zooms[v])
        else put(Math.round(ax + t0 * dx), Math.round(ay + t0 * dy), 0)
      }
      if (t1 === 1) put(bx, by, zooms[v + 1])
      else put(Math.round(ax + t1 * dx), Math.round(ay + t1 * dy), 0)
      joined = t1 === 1
    }
    endPart()
  }
  if (starts.length === 1) return null
  return {
    coords: coordsOut.slice(0, 2 * count),
    zooms: zoomsOut.slice(0, count),
    partStart: Uint32Array.from(starts),
    inner: new Uint8Array(starts.length - 1),
    first: 0,
    last: starts.length - 1,
  }
}

/** Bits of the sides of a box that a point lies beyond: west, east, north, south. */
function sidesPassed(x: number, y: number, { minX, minY, maxX, maxY }: UnitBox): number {
  return (x < minX ? 1 : 0) | (x > maxX ? 2 : 0) | (y < minY ? 4 : 0) | (y > maxY ? 8 : 0)
}

/** Rings clipped to a box; returns null if nothing is left. Closed rings stay closed. */
export function clipRings(shape: Shape, box: UnitBox): Shape | null {
  const { coords, zooms, partStart, first, last } = shape
  const parts: { coords: Int32Array; zooms: Uint8Array; inner: number }[] = []
  let total = 0
  let outerLeft = false
  for (let p = first; p < last; p++) {
    const isInner = shape.inner[p] === 1
    if (isInner && !outerLeft) continue
    const from = partStart[p]
    const to = partStart[p + 1]
    let known = to - from
    if (zoomsIn.length < known) {
      coordsIn = new Int32Array(known * 4)
      zoomsIn = new Uint8Array(known * 2)
    }
    coordsIn.set(coords.subarray(2 * from, 2 * to))
    zoomsIn.set(zooms.subarray(from, to))
    for (let side = 0; side < 4 && known > 0; side++) known = cutSide(known, side, box)
    if (!isInner) outerLeft = known >= 4
    if (known < 4) continue
    parts.push({ coords: coordsIn.slice(0, 2 * known), zooms: zoomsIn.slice(0, known), inner: isInner ? 1 : 0 })
    total += known
  }
  if (parts.length === 0) return null
  const cut: Shape = {
    coords: new Int32Array(2 * total),
    zooms: new Uint8Array(total),
    partStart: new Uint32Array(parts.length + 1),
    inner: new Uint8Array(parts.length),
    first: 0,
    last: parts.length,
  }
  let at = 0
  parts.forEach((part, i) => {
    cut.coords.set(part.coords, 2 * at)
    cut.zooms.set(part.zooms, at)
    cut.inner[i] = part.inner
    at += part.zooms.length
    cut.partStart[i + 1] = at
  })
  return cut
}

/**
 * Clips the ring in `coordsIn` against one side of the box, leaves the result there and returns its number of vertices.
 */
function cutSide(known: number, side: number, { minX, minY, maxX, maxY }: UnitBox): number {
  const axis = side < 2 ? 0 : 1
  const limit = side === 0 ? minX : side === 1 ? maxX : side === 2 ? minY : maxY
  const sign = side % 2 === 0 ? 1 : -1
  const coords = coordsIn
  const zooms = zoomsIn
  let outside = false
  for (let v = 0; v < known && !outside; v++) outside = (coords[2 * v + axis] - limit) * sign < 0
  if (!outside) return known
  count = 0
  for (let v = 0; v + 1 < known; v++) {
    const ax = coords[2 * v]
    const ay = coords[2 * v + 1]
    const bx = coords[2 * v + 2]
    const by = coords[2 * v + 3]
    const a = (axis === 0 ? ax : ay) - limit
    const b = (axis === 0 ? bx : by) - limit
    const aIn = a * sign >= 0
    const bIn = b * sign >= 0
    if (aIn) put(ax, ay, zooms[v])
    if (aIn !== bIn) {
      const t = a / (a - b)
      if (axis === 0) put(limit, Math.round(ay + t * (by - ay)), 0)
      else put(Math.round(ax + t * (bx - ax)), limit, 0)
    }
  }
  if (count > 0) put(coordsOut[0], coordsOut[1], zoomsOut[0])
  const result = count
  const spareCoords = coordsIn
  const spareZooms = zoomsIn
  coordsIn = coordsOut
  zoomsIn = zoomsOut
  coordsOut = spareCoords
  zoomsOut = spareZooms
  return result
}
