// The waypoints that a GPX text has beside its line, with their names. Comments and CDATA are passed over; what has no
// readable position is left out. Pure.

import type { LonLat } from '../../geo/lon-lat.ts'
import { findClose, readPosition } from './gpx-scan.ts'

export interface NamedPoint {
  point: LonLat
  name: string | null
}

/** More than these are counted, not shown. */
const MOST = 200
const MOST_LETTERS = 120

const TAG = /<!--|<!\[CDATA\[|<(?:[\w.-]{1,40}:)?(wpt)\b([^<>]*)>/g
const NAME = /<(?:[\w.-]{1,40}:)?name>\s{0,20}(?:<!\[CDATA\[([^\]]{0,500})\]\]>|([^<]{0,500})<)/
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Never throws. `count` has those that are not in `points`, too. */
export function gpxWaypoints(text: string): { points: NamedPoint[]; count: number } {
  const points: NamedPoint[] = []
  let count = 0
  TAG.lastIndex = 0
  for (let match = TAG.exec(text); match !== null; match = TAG.exec(text)) {
    const [whole, name, attributes] = match
    if (name === undefined) {
      const close = text.indexOf(whole === '<!--' ? '-->' : ']]>', TAG.lastIndex)
      if (close < 0) break
      TAG.lastIndex = close
      continue
    }
    const start = match.index + whole.length
    const end = attributes.endsWith('/') ? start : findClose(text, name, start)
    if (end < 0) break
    TAG.lastIndex = end
    const point = readPosition(attributes)
    if (point === null) continue
    count++
    if (points.length < MOST) points.push({ point, name: nameIn(text.slice(start, end)) })
  }
  return { points, count }
}

function nameIn(element: string): string | null {
  const match = NAME.exec(element)
  const written = match === null ? '' : (match[1] ?? plain(match[2]))
  const name = written.replace(/\s+/g, ' ').trim().slice(0, MOST_LETTERS)
  return name === '' ? null : name
}

function plain(text: string): string {
  return text.replace(
    ENTITY,
    (whole, word: string | undefined, decimal: string | undefined, hex: string | undefined) => {
      if (word !== undefined) return ENTITIES[word.toLowerCase()]
      const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex!, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
