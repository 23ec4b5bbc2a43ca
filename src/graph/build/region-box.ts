// The box of a region: from the headers of its files, else the extent of its network. A region that spans the
// antimeridian is cut there, keeping the side with more of it: a box around both sides would span the whole world.

import type { Box } from '../../geo/lon-lat.ts'

const HALF_TURN_E7 = 1_800_000_000

export interface RegionBox {
  box: Box
  /** around the points of the network on the other side of the antimeridian; null: there are none */
  beyond: Box | null
  /** how many they are */
  beyondCount: number
}

/** `headers`: null for a file without a box; `west > east` if it spans the antimeridian. Coordinates of all shapes. */
export function regionBox(headers: readonly (Box | null)[], lonE7: Int32Array, latE7: Int32Array): RegionBox {
  const side = sideOf(lonE7)
  const told = headers.filter((box) => box !== null)
  const expected = side === 'both' ? expectedBox(headers) : null
  if (expected !== null) return { box: expected, beyond: null, beyondCount: 0 }
  const box = NOWHERE()
  const beyond = NOWHERE()
  let beyondCount = 0
  for (let p = 0; p < lonE7.length; p++) {
    const isBeyond = (side === 'east' && lonE7[p] < 0) || (side === 'west' && lonE7[p] >= 0)
    if (isBeyond) beyondCount++
    widen(isBeyond ? beyond : box, lonE7[p] / 1e7, latE7[p] / 1e7)
  }
  const whole = side === 'both' ? told.filter(([west, , east]) => west <= east) : []
  return { box: whole.reduce<Box>(around, box), beyond: beyondCount === 0 ? null : beyond, beyondCount }
}

const NOWHERE = (): [number, number, number, number] => [Infinity, Infinity, -Infinity, -Infinity]

function widen(box: [number, number, number, number], lon: number, lat: number): void {
  box[0] = Math.min(box[0], lon)
  box[1] = Math.min(box[1], lat)
  box[2] = Math.max(box[2], lon)
  box[3] = Math.max(box[3], lat)
}

/**
 * The box that a region will have unless its network spans the antimeridian, from the headers alone; null if they do
 * not say.
 */
export function expectedBox(headers: readonly (Box | null)[]): Box | null {
  const told = headers.filter((box) => box !== null)
  return told.length === headers.length && told.every(([west, , east]) => west <= east) ? told.reduce(around) : null
}

/** The side with more of a network that is narrower across the antimeridian; `both` if it does not span it. */
function sideOf(lonE7: Int32Array): 'both' | 'east' | 'west' {
  let leastEast = Infinity
  let mostWest = -Infinity
  let east = 0
  for (let p = 0; p < lonE7.length; p++) {
    const lon = lonE7[p]
    if (lon < 0) mostWest = Math.max(mostWest, lon)
    else {
      leastEast = Math.min(leastEast, lon)
      east++
    }
  }
  if (!(leastEast - mostWest > HALF_TURN_E7) || mostWest === -Infinity || leastEast === Infinity) return 'both'
  return east >= lonE7.length - east ? 'east' : 'west'
}

function around(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
}
