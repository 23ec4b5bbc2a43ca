// A planned route -> wire text (snake_case JSON of `WaypointRoute`). The long lists (coordinates, stretches) are written by hand,
// coordinates as bytes from whole numbers: this is most of the time of a request. The rest goes through toWireText.
// `fromWire(JSON.parse(text))` gives the WaypointRoute back. Never writes NaN: a void height is null.

import { toWireText } from '../wire/wire-json.ts'
import type { PlannedRoute } from './plan-route.ts'
import type { RouteLine } from './route-line.ts'
import type { Difficulty, Maneuver, Surfaces, Ways } from './route-types.ts'

const COMMA = 44
const OPEN = 91
const CLOSE = 93
const MINUS = 45
const DOT = 46
const ZERO = 48
/** `[-179.123456,-89.123456,-12345.1],` */
const BYTES_PER_POINT = 36

let scratch = Buffer.alloc(BYTES_PER_POINT * 4096)

export function writeRoute(route: PlannedRoute): string {
  const { line, surfaces, ways, difficulty, maneuvers, ...rest } = route
  const { stretches: surfaceStretches, ...surfaceSums } = surfaces
  const { stretches: wayStretches, ...waySums } = ways
  return `${open(toWireText(rest))},"difficulty":${writeDifficulty(difficulty)},"maneuvers":${writeManeuvers(maneuvers)},"surfaces":${open(toWireText(surfaceSums))},"stretches":${writeSurfaces(surfaceStretches)}},"ways":${open(toWireText(waySums))},"stretches":${writeWays(wayStretches)}},"geometry":{"type":"LineString","coordinates":${writeCoordinates(line)}}}`
}

/** An object's text without its closing brace. */
const open = (text: string) => text.slice(0, -1)

const quoted = new Map<string, string>()

/** JSON text of a string or null; names repeat, so they are kept. */
function quote(text: string | null): string {
  if (text === null) return 'null'
  let known = quoted.get(text)
  if (known === undefined) {
    known = JSON.stringify(text)
    if (quoted.size > 10_000) quoted.clear()
    quoted.set(text, known)
  }
  return known
}

function writeSurfaces(stretches: Surfaces['stretches']): string {
  let text = '['
  for (let i = 0; i < stretches.length; i++) {
    const { fromM, toM, surface, tag, source } = stretches[i]
    text += `${i === 0 ? '' : ','}{"from_m":${fromM},"to_m":${toM},"surface":"${surface}","tag":${quote(tag)},"source":${quote(source)}}`
  }
  return text + ']'
}

function writeWays(stretches: Ways['stretches']): string {
  let text = '['
  for (let i = 0; i < stretches.length; i++) {
    const { fromM, toM, wayId, highway, name, ref, trails } = stretches[i]
    text += `${i === 0 ? '' : ','}{"from_m":${fromM},"to_m":${toM},"way_id":${wayId},"highway":${quote(highway)},"name":${quote(name)},"ref":${quote(ref)},"trails":[${trails.join()}]}`
  }
  return text + ']'
}

function writeDifficulty(difficulty: Difficulty | null): string {
  if (difficulty === null) return 'null'
  const { stretches, ...sums } = difficulty
  let text = `${open(toWireText(sums))},"stretches":[`
  for (let i = 0; i < stretches.length; i++) {
    const { fromM, toM, grade } = stretches[i]
    text += `${i === 0 ? '' : ','}{"from_m":${fromM},"to_m":${toM},"grade":${quote(grade)}}`
  }
  return text + ']}'
}

function writeManeuvers(maneuvers: readonly Maneuver[]): string {
  let text = '['
  for (let i = 0; i < maneuvers.length; i++) {
    const { instruction, type, location, distanceM } = maneuvers[i]
    text += `${i === 0 ? '' : ','}{"instruction":${JSON.stringify(instruction)},"type":"${type}","location":[${location[0]},${location[1]}],"distance_m":${distanceM}}`
  }
  return text + ']'
}

/** `[[lon,lat,height|null],...]`: six decimals, heights one. */
export function writeCoordinates({ lonE6, latE6, heightM }: RouteLine): string {
  const count = lonE6.length
  if (scratch.length < count * BYTES_PER_POINT + 2) scratch = Buffer.alloc(count * BYTES_PER_POINT * 2)
  const bytes = scratch
  let at = 0
  bytes[at++] = OPEN
  for (let i = 0; i < count; i++) {
    if (i > 0) bytes[at++] = COMMA
    bytes[at++] = OPEN
    at = writeMicro(bytes, at, lonE6[i])
    bytes[at++] = COMMA
    at = writeMicro(bytes, at, latE6[i])
    bytes[at++] = COMMA
    const height = heightM[i]
    if (height !== height) {
      bytes[at++] = 110
      bytes[at++] = 117
      bytes[at++] = 108
      bytes[at++] = 108
    } else at = writeTenths(bytes, at, Math.round(height * 10))
    bytes[at++] = CLOSE
  }
  bytes[at++] = CLOSE
  return bytes.toString('latin1', 0, at)
}

function writeMicro(bytes: Uint8Array, at: number, value: number): number {
  let rest = value | 0
  if (rest < 0) {
    bytes[at++] = MINUS
    rest = -rest | 0
  }
  const whole = (rest / 1_000_000) | 0
  let fraction = (rest - whole * 1_000_000) | 0
  at = writeWhole(bytes, at, whole)
  bytes[at++] = DOT
  for (let k = at + 5; k >= at; k--) {
    const tenth = (fraction / 10) | 0
    bytes[k] = ZERO + fraction - tenth * 10
    fraction = tenth
  }
  return at + 6
}

function writeTenths(bytes: Uint8Array, at: number, value: number): number {
  let rest = value | 0
  if (rest < 0) {
    bytes[at++] = MINUS
    rest = -rest | 0
  }
  const whole = (rest / 10) | 0
  at = writeWhole(bytes, at, whole)
  const tenth = rest - whole * 10
  if (tenth !== 0) {
    bytes[at++] = DOT
    bytes[at++] = ZERO + tenth
  }
  return at
}

function writeWhole(bytes: Uint8Array, at: number, value: number): number {
  const digits = value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : value < 10_000 ? 4 : 5
  let rest = value
  for (let k = at + digits - 1; k >= at; k--) {
    const tenth = (rest / 10) | 0
    bytes[k] = ZERO + rest - tenth * 10
    rest = tenth
  }
  return at + digits
}
