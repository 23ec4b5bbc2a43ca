// HOT: npm run bench -- routing
// Writing takes most of the time of a short route, so the long lists are written member by member, without objects.
//
// A planned route -> wire JSON (snake_case `WaypointRoute`) in bytes. The long lists (coordinates, stretches,
// maneuvers) are written by hand, coordinates from integers, since this takes most of the time of a request. The rest
// goes through `value`. `fromWire(JSON.parse(text))` returns the WaypointRoute. Never writes NaN: a void height is
// null.

import { TextCache, LiteralBytes, type WireBytes, writeMicro, writeTenths } from '../../wire/wire-bytes.ts'
import { keepByTravel } from '../directions/way-text.ts'
import type { PlannedRoute } from './describe-route.ts'
import type { RouteLine } from '../details/route-line.ts'
import type { Maneuver } from '../costs/route-types.ts'
import type { Difficulty, Surfaces } from '../costs/way-types.ts'
import { wayFacts, type FollowedWays } from '../details/route-ways.ts'

const DIFFICULTY = new LiteralBytes(',"difficulty":')
const MANEUVERS = new LiteralBytes(',"maneuvers":')
const SURFACES = new LiteralBytes(',"surfaces":')
const WAYS = new LiteralBytes('},"ways":')
const GEOMETRY = new LiteralBytes('},"geometry":{"type":"LineString","coordinates":')
const ALTERNATIVES = new LiteralBytes('},"alternatives":[')
const CLOSE_OBJECTS = new LiteralBytes('}}')
const STRETCHES = new LiteralBytes(',"stretches":[')
const FROM_M = new LiteralBytes('{"from_m":')
const NEXT_FROM_M = new LiteralBytes(',{"from_m":')
const TO_M = new LiteralBytes(',"to_m":')
const SURFACE = new LiteralBytes(',"surface":')
const TAG = new LiteralBytes(',"tag":')
const SOURCE = new LiteralBytes(',"source":')
const CLOSE_OBJECT = new LiteralBytes('}')
const CLOSE_LIST = new LiteralBytes(']')
const WAY_ID = new LiteralBytes(',"way_id":')
const NULL = new LiteralBytes('null')
const HIGHWAY = new LiteralBytes(',"highway":')
const NAME = new LiteralBytes(',"name":')
const REF = new LiteralBytes(',"ref":')
const TRAILS = new LiteralBytes(',"trails":[')
const CLOSE_LIST_OBJECT = new LiteralBytes(']}')
const GRADE = new LiteralBytes(',"grade":')
const OPEN_LIST = new LiteralBytes('[')
const INSTRUCTION = new LiteralBytes('{"instruction":')
const NEXT_INSTRUCTION = new LiteralBytes(',{"instruction":')
const TYPE = new LiteralBytes(',"type":')
const LOCATION = new LiteralBytes(',"location":[')
const DISTANCE_M = new LiteralBytes('],"distance_m":')
const MOVING_S = new LiteralBytes(',"moving_s":')
const LEG = new LiteralBytes(',"leg":')
const MODIFIER = new LiteralBytes(',"modifier":')
const EXIT_NUMBER = new LiteralBytes(',"exit_number":')
const BEARING_BEFORE_DEG = new LiteralBytes(',"bearing_before_deg":')
const BEARING_AFTER_DEG = new LiteralBytes(',"bearing_after_deg":')
const WAY_KIND = new LiteralBytes(',"way_kind":')
const SIGN = new LiteralBytes(',"sign":')
const SYMBOL = new LiteralBytes(',"symbol":')
const COMMA = 44
const OPEN = 91
const CLOSE = 93
/** `],` and `null`, first byte least significant */
const CLOSE_COMMA = 0x2c5d
const NULL_WORD = 0x6c6c756e
/** `[-179.123456,-89.123456,-214748364.7],` */
const BYTES_PER_POINT = 40

/** Appends the route to `out`. */
export function writeRoute(route: PlannedRoute, out: WireBytes): void {
  const { line, surfaces, ways, difficulty, maneuvers, alternatives, ...rest } = route
  const { stretches: surfaceStretches, ...surfaceSums } = surfaces
  writeOpen(rest, out)
  out.fixed(DIFFICULTY)
  writeDifficulty(difficulty, out)
  out.fixed(MANEUVERS)
  writeManeuvers(maneuvers, out)
  out.fixed(SURFACES)
  writeOpen(surfaceSums, out)
  writeSurfaces(surfaceStretches, out)
  out.fixed(WAYS)
  writeOpen(ways.sums, out)
  writeWays(ways, out)
  out.fixed(GEOMETRY)
  writeLine(line, out)
  if (alternatives === undefined) return out.fixed(CLOSE_OBJECTS)
  out.fixed(ALTERNATIVES)
  alternatives.forEach((alternative, i) => {
    out.comma(i)
    writeRoute(alternative, out)
  })
  out.fixed(CLOSE_LIST_OBJECT)
}

/** An object without its closing brace. */
function writeOpen(object: object, out: WireBytes): void {
  out.value(object)
  out.at--
}

function writeSurfaces(stretches: Surfaces['stretches'], out: WireBytes): void {
  out.fixed(STRETCHES)
  for (let i = 0; i < stretches.length; i++) {
    const { fromM, toM, surface, tag, source } = stretches[i]
    out.fixed(i === 0 ? FROM_M : NEXT_FROM_M)
    out.number(fromM)
    out.fixed(TO_M)
    out.number(toM)
    out.fixed(SURFACE)
    out.word(surface)
    out.fixed(TAG)
    out.word(tag)
    out.fixed(SOURCE)
    out.word(source)
    out.fixed(CLOSE_OBJECT)
  }
  out.fixed(CLOSE_LIST)
}

function writeWays(ways: FollowedWays, out: WireBytes): void {
  const texts = wayTexts(ways.graph, ways.profile)
  out.fixed(STRETCHES)
  for (let i = 0; i < ways.firstSteps.length; i++) {
    out.fixed(i === 0 ? FROM_M : NEXT_FROM_M)
    out.number(ways.atDm(i) / 10)
    out.fixed(TO_M)
    out.number(ways.atDm(i + 1) / 10)
    const edge = ways.edge(i)
    if (texts.write(edge, out)) continue
    const from = out.at
    writeWay(wayFacts(ways.graph, edge, ways.profile), out)
    texts.keep(edge, out, from)
  }
  out.fixed(CLOSE_LIST)
}

/** From the way's id to the end of its stretch. */
function writeWay({ wayId, highway, name, ref, trails }: ReturnType<typeof wayFacts>, out: WireBytes): void {
  out.fixed(WAY_ID)
  if (wayId === null) out.fixed(NULL)
  else out.number(wayId)
  out.fixed(HIGHWAY)
  out.quoted(highway)
  out.fixed(NAME)
  out.quoted(name)
  out.fixed(REF)
  out.quoted(ref)
  out.fixed(TRAILS)
  for (let t = 0; t < trails.length; t++) {
    out.comma(t)
    out.number(trails[t])
  }
  out.fixed(CLOSE_LIST_OBJECT)
}

/** The output for the ways of a network, by edge: the same on every route of one kind of travel. 1.6 MB each. */
const WAY_TEXTS = 8192
const wayTexts = keepByTravel(() => new TextCache(WAY_TEXTS))

function writeDifficulty(difficulty: Difficulty | null, out: WireBytes): void {
  if (difficulty === null) return out.fixed(NULL)
  const { stretches, ...sums } = difficulty
  writeOpen(sums, out)
  out.fixed(STRETCHES)
  for (let i = 0; i < stretches.length; i++) {
    const { fromM, toM, grade } = stretches[i]
    out.fixed(i === 0 ? FROM_M : NEXT_FROM_M)
    out.number(fromM)
    out.fixed(TO_M)
    out.number(toM)
    out.fixed(GRADE)
    out.word(grade)
    out.fixed(CLOSE_OBJECT)
  }
  out.fixed(CLOSE_LIST_OBJECT)
}

function writeManeuvers(maneuvers: readonly Maneuver[], out: WireBytes): void {
  out.fixed(OPEN_LIST)
  for (let i = 0; i < maneuvers.length; i++) {
    const maneuver = maneuvers[i]
    out.fixed(i === 0 ? INSTRUCTION : NEXT_INSTRUCTION)
    out.sentence(maneuver.instruction)
    out.fixed(TYPE)
    out.word(maneuver.type)
    out.fixed(LOCATION)
    out.degrees(maneuver.location[0])
    out.comma(1)
    out.degrees(maneuver.location[1])
    out.fixed(DISTANCE_M)
    out.number(maneuver.distanceM)
    out.fixed(MOVING_S)
    writeNumber(maneuver.movingS, out)
    out.fixed(LEG)
    out.number(maneuver.leg)
    out.fixed(MODIFIER)
    out.word(maneuver.modifier)
    out.fixed(EXIT_NUMBER)
    writeNumber(maneuver.exitNumber, out)
    out.fixed(BEARING_BEFORE_DEG)
    writeNumber(maneuver.bearingBeforeDeg, out)
    out.fixed(BEARING_AFTER_DEG)
    writeNumber(maneuver.bearingAfterDeg, out)
    out.fixed(WAY_KIND)
    out.word(maneuver.wayKind)
    out.fixed(NAME)
    out.quoted(maneuver.name)
    out.fixed(REF)
    out.quoted(maneuver.ref)
    out.fixed(SIGN)
    out.quoted(maneuver.sign)
    out.fixed(SYMBOL)
    out.quoted(maneuver.symbol)
    out.fixed(CLOSE_OBJECT)
  }
  out.fixed(CLOSE_LIST)
}

function writeNumber(value: number | null, out: WireBytes): void {
  if (value === null) out.fixed(NULL)
  else out.number(value)
}

/** `[[lon,lat,height|null],...]`: six decimals, heights one. */
function writeLine({ lonE6, latE6, heightM }: RouteLine, out: WireBytes): void {
  const count = lonE6.length
  out.reserve(count * BYTES_PER_POINT + 2)
  const { view } = out
  let { at } = out
  view.setUint8(at++, OPEN)
  for (let i = 0; i < count; i++) {
    view.setUint8(at++, OPEN)
    at = writeMicro(view, at, lonE6[i])
    view.setUint8(at++, COMMA)
    at = writeMicro(view, at, latE6[i])
    view.setUint8(at++, COMMA)
    const height = heightM[i]
    if (height !== height) {
      view.setUint32(at, NULL_WORD, true)
      at += 4
    } else at = writeTenths(view, at, Math.round(height * 10))
    view.setUint16(at, CLOSE_COMMA, true)
    at += 2
  }
  view.setUint8(count > 0 ? at - 1 : at++, CLOSE)
  out.at = at
}
