// Google's encoded polyline with 6 decimal digits, latitude first, as Valhalla reads and writes it.
// Pure. Reading never guesses: a truncated or foreign string throws a RangeError.

import { type Sentence, say } from '../language/sentence.ts'

/** Encodes parallel arrays of micro-degrees (integers, degrees x 1e6). */
export function encodePolyline6(lonE6: ArrayLike<number>, latE6: ArrayLike<number>): string {
  const bytes: number[] = []
  let lastLon = 0
  let lastLat = 0
  for (let i = 0; i < lonE6.length; i++) {
    pushValue(bytes, latE6[i] - lastLat)
    pushValue(bytes, lonE6[i] - lastLon)
    lastLat = latE6[i]
    lastLon = lonE6[i]
  }
  let text = ''
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.slice(i, i + 8192))
  return text
}

function pushValue(bytes: number[], delta: number): void {
  let value = delta < 0 ? -delta * 2 - 1 : delta * 2
  while (value >= 32) {
    bytes.push((value % 32) + 32 + 63)
    value = Math.floor(value / 32)
  }
  bytes.push(value + 63)
}

/** Why a text is no polyline. */
export class PolylineFault extends RangeError {
  readonly fault: Sentence<'file.polyline_truncated' | 'file.polyline_character'>

  constructor(fault: PolylineFault['fault']) {
    super(fault.code)
    this.fault = fault
  }
}

/** Decodes to `[lon, lat]` pairs in degrees. Throws PolylineFault on a malformed string. */
export function decodePolyline6(text: string): [number, number][] {
  const points: [number, number][] = []
  let at = 0
  let lat = 0
  let lon = 0
  const next = (): number => {
    let value = 0
    let factor = 1
    for (let digits = 0; ; digits++) {
      if (at >= text.length) throw new PolylineFault(say('file.polyline_truncated', { index: at }))
      const chunk = text.charCodeAt(at++) - 63
      if (chunk < 0 || chunk > 63 || digits > 6)
        throw new PolylineFault(say('file.polyline_character', { index: at - 1 }))
      value += (chunk % 32) * factor
      factor *= 32
      if (chunk < 32) return value % 2 === 1 ? -(value + 1) / 2 : value / 2
    }
  }
  while (at < text.length) {
    lat += next()
    lon += next()
    points.push([lon / 1e6, lat / 1e6])
  }
  return points
}
