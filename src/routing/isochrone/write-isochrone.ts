// HOT: npm run bench -- planner
// Rings are hundreds of thousands of positions, so they are written from integers, without objects.
//
// A planned reach -> wire JSON (snake_case `Reach`). `fromWire(JSON.parse(text))` returns the Reach.

import { roundTo } from '../../wire/numbers.ts'
import { type WireBytes, writeMicro } from '../../wire/wire-bytes.ts'
import type { EdgeBlock } from '../../graph/edge-blocks.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { Ring } from './cut-rings.ts'
import type { PlannedReach } from './isochrone-planner.ts'
import type { EdgeParts } from './reached-edges.ts'

const OPEN = 91
const CLOSE = 93
const COMMA = 44
const HALF_TURN_E7 = 1_800_000_000
/** `[-179.123456,-89.123456],` */
const BYTES_PER_POINT = 28

/** Appends the reach to `out`. */
export function writeIsochrone(
  graph: RoutingGraph,
  { contours, unknowns, ...rest }: PlannedReach,
  out: WireBytes,
): void {
  out.value(rest)
  out.at--
  out.ascii(',"contours":[')
  contours.forEach(({ minutes, metres, networkM, ground, parts }, i) => {
    out.comma(i)
    out.value({ minutes, metres, areaKm2: ground === null ? null : roundTo(ground.areaM2 / 1e6, 1e4), networkM })
    out.at--
    out.ascii(',"polygons":')
    if (ground === null) out.value(null)
    else writePolygons(ground.polygons, out)
    out.ascii(',"lines":')
    if (parts === null) out.value(null)
    else writeLines(graph, parts, out)
    out.ascii('}')
  })
  out.ascii('],"unknowns":')
  out.value(unknowns)
  out.ascii('}')
}

function writePolygons(polygons: readonly Ring[][], out: WireBytes): void {
  out.ascii('{"type":"MultiPolygon","coordinates":[')
  polygons.forEach((rings, p) => {
    out.comma(p)
    out.ascii('[')
    rings.forEach((ring, r) => {
      out.comma(r)
      writeRing(ring, out)
    })
    out.ascii(']')
  })
  out.ascii(']}')
}

function writeRing(ring: Ring, out: WireBytes): void {
  out.reserve((ring.length / 2 + 1) * BYTES_PER_POINT + 2)
  const { bytes } = out
  bytes[out.at++] = OPEN
  for (let i = 0; i < ring.length; i += 2) writePoint(ring[i], ring[i + 1], out)
  writePoint(ring[0], ring[1], out)
  bytes[out.at - 1] = CLOSE
}

/** With a comma behind it; there is room. */
function writePoint(lonE6: number, latE6: number, out: WireBytes): void {
  const { bytes, view } = out
  let { at } = out
  bytes[at++] = OPEN
  at = writeMicro(view, at, lonE6)
  bytes[at++] = COMMA
  at = writeMicro(view, at, latE6)
  bytes[at++] = CLOSE
  bytes[at++] = COMMA
  out.at = at
}

function writeLines(graph: RoutingGraph, parts: EdgeParts, out: WireBytes): void {
  out.ascii('{"type":"MultiLineString","coordinates":[')
  let count = 0
  for (let i = 0; i < parts.count; i++) {
    const edge = parts.edge[i]
    const lengthMm = graph.columns.edgeLengthMm[edge]
    const fromMm = parts.from[i] * lengthMm
    const toMm = parts.to[i] * lengthMm
    // barriers and stubs shorter than the precision of a coordinate
    if (toMm - fromMm < 100) continue
    out.comma(count++)
    writeLine(graph.blockOf(edge), edge, fromMm, toMm, out)
  }
  out.ascii(']}')
}

/** A line is cut where it crosses the antimeridian (RFC 7946, 3.1.9). */
function writeLine(block: EdgeBlock, edge: number, fromMm: number, toMm: number, out: WireBytes): void {
  const { firstEdge, shapeStart, shapeAtMm } = block
  const first = shapeStart[edge - firstEdge]
  const last = shapeStart[edge - firstEdge + 1] - 1
  // a cut adds two points and the brackets of a line
  out.reserve((last - first + 3) * 3 * BYTES_PER_POINT)
  out.bytes[out.at++] = OPEN
  for (let p = first; p < last; p++) {
    const startMm = shapeAtMm[p]
    const endMm = shapeAtMm[p + 1]
    if (endMm <= fromMm || startMm >= toMm) continue
    if (startMm <= fromMm) writePointAt(block, p, fromMm, out)
    cutLine(block, p, Math.max(startMm, fromMm), Math.min(endMm, toMm), out)
    writePointAt(block, p, Math.min(endMm, toMm), out)
  }
  out.bytes[out.at - 1] = CLOSE
}

/** Ends the line at the antimeridian and begins another on its other side, if the segment at p crosses it. */
function cutLine(
  { shapeAtMm, shapeLonE7, shapeLatE7 }: EdgeBlock,
  p: number,
  fromMm: number,
  toMm: number,
  out: WireBytes,
) {
  const lonE7 = shapeLonE7[p]
  const deltaE7 = shapeLonE7[p + 1] - lonE7
  if (Math.abs(deltaE7) <= HALF_TURN_E7) return
  const sign = lonE7 < 0 ? -1 : 1
  const share = (HALF_TURN_E7 - Math.abs(lonE7)) / (2 * HALF_TURN_E7 - Math.abs(deltaE7))
  const atMm = shapeAtMm[p] + (shapeAtMm[p + 1] - shapeAtMm[p]) * share
  if (atMm <= fromMm || atMm >= toMm) return
  const latE6 = Math.round((shapeLatE7[p] + (shapeLatE7[p + 1] - shapeLatE7[p]) * share) / 10)
  writePoint((sign * HALF_TURN_E7) / 10, latE6, out)
  out.bytes[out.at - 1] = CLOSE
  out.bytes[out.at++] = COMMA
  out.bytes[out.at++] = OPEN
  writePoint((-sign * HALF_TURN_E7) / 10, latE6, out)
}

/** Writes the point `mm` along a way, which lies on the segment that begins at p. */
function writePointAt({ shapeAtMm, shapeLonE7, shapeLatE7 }: EdgeBlock, p: number, mm: number, out: WireBytes): void {
  const share = (mm - shapeAtMm[p]) / (shapeAtMm[p + 1] - shapeAtMm[p])
  const lonE7 = shapeLonE7[p] + wrapE7(shapeLonE7[p + 1] - shapeLonE7[p]) * share
  const latE7 = shapeLatE7[p] + (shapeLatE7[p + 1] - shapeLatE7[p]) * share
  writePoint(Math.round(wrapE7(lonE7) / 10), Math.round(latE7 / 10), out)
}

const wrapE7 = (lonE7: number) =>
  lonE7 > HALF_TURN_E7 ? lonE7 - 2 * HALF_TURN_E7 : lonE7 < -HALF_TURN_E7 ? lonE7 + 2 * HALF_TURN_E7 : lonE7
