// A planned route -> wire JSON (snake_case `WaypointRoute`) in bytes. The long lists (coordinates, stretches, maneuvers) are written by
// hand, coordinates from whole numbers: this is most of the time of a request. The rest goes through `value`.
// `fromWire(JSON.parse(text))` gives the WaypointRoute back. Never writes NaN: a void height is null.

import { WireBytes, writeMicro, writeTenths } from '../wire/wire-bytes.ts'
import type { PlannedRoute } from './plan-route.ts'
import type { RouteLine } from './route-line.ts'
import type { Difficulty, Maneuver, Surfaces, Ways } from './route-types.ts'

const COMMA = 44
const OPEN = 91
const CLOSE = 93
/** `[-179.123456,-89.123456,-12345.1],` */
const BYTES_PER_POINT = 36
const FIRST_BYTES = 65_536

/** Appends the route to `out`. */
export function writeRoute(route: PlannedRoute, out: WireBytes): void {
  const { line, surfaces, ways, difficulty, maneuvers, ...rest } = route
  const { stretches: surfaceStretches, ...surfaceSums } = surfaces
  const { stretches: wayStretches, ...waySums } = ways
  writeOpen(rest, out)
  out.ascii(',"difficulty":')
  writeDifficulty(difficulty, out)
  out.ascii(',"maneuvers":')
  writeManeuvers(maneuvers, out)
  out.ascii(',"surfaces":')
  writeOpen(surfaceSums, out)
  writeSurfaces(surfaceStretches, out)
  out.ascii('},"ways":')
  writeOpen(waySums, out)
  writeWays(wayStretches, out)
  out.ascii('},"geometry":{"type":"LineString","coordinates":')
  writeLine(line, out)
  out.ascii('}}')
}

/** The same as text. */
export function routeText(route: PlannedRoute): string {
  const out = new WireBytes(FIRST_BYTES)
  writeRoute(route, out)
  return out.toString()
}

/** An object without its closing brace. */
function writeOpen(object: object, out: WireBytes): void {
  out.value(object)
  out.at--
}

function writeSurfaces(stretches: Surfaces['stretches'], out: WireBytes): void {
  out.ascii(',"stretches":[')
  for (let i = 0; i < stretches.length; i++) {
    const { fromM, toM, surface, tag, source } = stretches[i]
    out.comma(i)
    out.ascii('{"from_m":')
    out.number(fromM)
    out.ascii(',"to_m":')
    out.number(toM)
    out.ascii(',"surface":')
    out.quoted(surface)
    out.ascii(',"tag":')
    out.quoted(tag)
    out.ascii(',"source":')
    out.quoted(source)
    out.ascii('}')
  }
  out.ascii(']')
}

function writeWays(stretches: Ways['stretches'], out: WireBytes): void {
  out.ascii(',"stretches":[')
  for (let i = 0; i < stretches.length; i++) {
    const { fromM, toM, wayId, highway, name, ref, trails } = stretches[i]
    out.comma(i)
    out.ascii('{"from_m":')
    out.number(fromM)
    out.ascii(',"to_m":')
    out.number(toM)
    out.ascii(',"way_id":')
    if (wayId === null) out.ascii('null')
    else out.number(wayId)
    out.ascii(',"highway":')
    out.quoted(highway)
    out.ascii(',"name":')
    out.quoted(name)
    out.ascii(',"ref":')
    out.quoted(ref)
    out.ascii(',"trails":[')
    for (let t = 0; t < trails.length; t++) {
      out.comma(t)
      out.number(trails[t])
    }
    out.ascii(']}')
  }
  out.ascii(']')
}

function writeDifficulty(difficulty: Difficulty | null, out: WireBytes): void {
  if (difficulty === null) return out.ascii('null')
  const { stretches, ...sums } = difficulty
  writeOpen(sums, out)
  out.ascii(',"stretches":[')
  for (let i = 0; i < stretches.length; i++) {
    const { fromM, toM, grade } = stretches[i]
    out.comma(i)
    out.ascii('{"from_m":')
    out.number(fromM)
    out.ascii(',"to_m":')
    out.number(toM)
    out.ascii(',"grade":')
    out.quoted(grade)
    out.ascii('}')
  }
  out.ascii(']}')
}

function writeManeuvers(maneuvers: readonly Maneuver[], out: WireBytes): void {
  out.ascii('[')
  for (let i = 0; i < maneuvers.length; i++) {
    const { instruction, type, location, distanceM } = maneuvers[i]
    out.comma(i)
    out.ascii('{"instruction":')
    out.quoted(instruction)
    out.ascii(',"type":')
    out.quoted(type)
    out.ascii(',"location":[')
    out.degrees(location[0])
    out.comma(1)
    out.degrees(location[1])
    out.ascii('],"distance_m":')
    out.number(distanceM)
    out.ascii('}')
  }
  out.ascii(']')
}

/** `[[lon,lat,height|null],...]`: six decimals, heights one. */
function writeLine({ lonE6, latE6, heightM }: RouteLine, out: WireBytes): void {
  const count = lonE6.length
  out.reserve(count * BYTES_PER_POINT + 2)
  const { bytes } = out
  let { at } = out
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
  out.at = at
}
