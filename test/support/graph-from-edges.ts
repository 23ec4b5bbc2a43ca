// A RoutingGraph from plain lists of nodes and edges, for tests: every fact of an edge may be given, the rest is an
// open, untagged path. Lengths are measured along the line (great circle, rounded up to millimetres) unless given.
// Goes through writeColumnFile and RoutingGraph.from, as real networks do.

import { distanceM } from '../../src/geo/lon-lat.ts'
import { writeColumnFile, type Columns } from '../../src/storage/column-file.ts'
import {
  ACCESS,
  FLAG_BARRIER,
  FLAG_BRIDGE,
  FLAG_DRIVE,
  FLAG_FERRY,
  FLAG_ROUNDABOUT,
  FLAG_STEPS,
  FLAG_TUNNEL,
  HAZARD_KINDS,
  LIGHTINGS,
  SMOOTHNESSES,
  SURFACE_SOURCES,
  TRAIL_KINDS,
  TRAIL_LEVELS,
  VISIBILITIES,
  WAY_KINDS,
  type Access,
  type HazardKind,
  type Smoothness,
  type SurfaceSource,
  type TrailKind,
  type TrailLevel,
  type WayKind,
} from '../../src/osm/edge-facts.ts'
import { writeNetworkFile, NETWORK_FORMAT, type NetworkMeta } from '../../src/graph/network-file.ts'
import { NO_CLIMB_DM, NO_HEIGHT_DM, RoutingGraph } from '../../src/graph/routing-graph.ts'
import { plainColumns } from './plain-columns.ts'
import { SURFACE_KINDS, type SurfaceKind } from '../../src/travel/surfaces.ts'

/** `[lon, lat]` or `[lon, lat, heightM]`; a height of null or left out is void. */
export type TestPoint = readonly [lon: number, lat: number, heightM?: number | null]
const FLAGS = {
  tunnel: FLAG_TUNNEL,
  bridge: FLAG_BRIDGE,
  ferry: FLAG_FERRY,
  steps: FLAG_STEPS,
  barrier: FLAG_BARRIER,
  roundabout: FLAG_ROUNDABOUT,
  drive: FLAG_DRIVE,
}

/** Facts of a test edge. Where access is a pair it is [in the edge's direction, against it]. */
export interface EdgeFactsSpec {
  way?: WayKind
  highway?: string
  surface?: SurfaceKind
  surfaceSource?: SurfaceSource
  surfaceTag?: string
  /** 0 untagged, 1..6, 7 via ferrata */
  sac?: number
  /** 0 untagged, 1..7 = S0..S6 */
  mtb?: number
  visibility?: (typeof VISIBILITIES)[number]
  foot?: Access | readonly [Access, Access]
  bike?: Access | readonly [Access, Access]
  signedFoot?: TrailLevel
  signedBike?: TrailLevel
  flags?: (keyof typeof FLAGS)[]
  lit?: (typeof LIGHTINGS)[number]
  smoothness?: Smoothness
  name?: string
  ref?: string
  wayId?: number
  /** indexes into the trails of the network */
  trails?: number[]
  lengthMm?: number
  /** decimetres; null both = not known; left out: taken from the heights of the line */
  ascentDm?: number | null
  descentDm?: number | null
  /** points between the two ends */
  via?: TestPoint[]
  hazards?: { kind: HazardKind; fromM: number; toM: number; wayId?: number }[]
  ferryDurationS?: number
}

export interface EdgeSpec extends EdgeFactsSpec {
  from: number
  to: number
}

export interface TrailSpec {
  relationId: number
  name?: string
  ref?: string
  symbol?: string
  kind?: TrailKind
  level?: TrailLevel
}

export interface NetworkSpec {
  nodes: TestPoint[]
  edges: EdgeSpec[]
  trails?: TrailSpec[]
  /** arc ids in order of travel that may not be driven one after another */
  restrictions?: number[][]
  meta?: Partial<NetworkMeta>
  /** further columns, e.g. of buildHierarchy */
  extra?: Columns
}

/** Builds the network; `shared` puts it into a SharedArrayBuffer. */
export function graphFromEdges(drawn: NetworkSpec, { shared = false } = {}): RoutingGraph {
  const spec = {
    ...drawn,
    nodes: drawn.nodes.map(toStored),
    edges: drawn.edges.map((e) => ({ ...e, via: e.via?.map(toStored) })),
  }
  const file = writeColumnFile(metaOf(spec), { ...columnsOf(spec), ...spec.extra })
  if (!shared) return RoutingGraph.from(file)
  const buffer = new SharedArrayBuffer(file.byteLength)
  new Uint8Array(buffer).set(new Uint8Array(file))
  return RoutingGraph.from(buffer)
}

/** The same network with further columns, as an import would write it. */
export function withColumns(graph: RoutingGraph, extra: Columns): RoutingGraph {
  if ('shapeStart' in graph.extra) return RoutingGraph.from(writeColumnFile(graph.meta, { ...graph.extra, ...extra }))
  // a network in blocks is written in blocks again, with a directory of its own
  const whole = Object.entries({ ...graph.extra, ...plainColumns(graph), ...extra }).filter(([, column]) => column)
  return RoutingGraph.from(writeNetworkFile(graph.meta, Object.fromEntries(whole) as Columns))
}

/** Coordinates as the columns hold them, so that lengths are measured between the stored points. */
const toStored = ([lon, lat, heightM]: TestPoint): TestPoint => [
  Math.round(lon * 1e7) / 1e7,
  Math.round(lat * 1e7) / 1e7,
  heightM,
]

function metaOf(spec: NetworkSpec): NetworkMeta {
  const lons = spec.nodes.map((n) => n[0])
  const lats = spec.nodes.map((n) => n[1])
  return {
    format: NETWORK_FORMAT,
    sourceTs: null,
    ascentMethod: 'heights of the drawn nodes',
    synthetic: true,
    bbox: [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)],
    ...spec.meta,
  }
}

const pair = (access: Access | readonly [Access, Access] = 'open') =>
  (typeof access === 'string' ? [access, access] : access).map((a) => ACCESS.indexOf(a))

function columnsOf(spec: NetworkSpec): Columns {
  const strings = ['']
  const stringIndex = (text: string | undefined) => {
    if (text === undefined || text === '') return 0
    const known = strings.indexOf(text)
    return known >= 0 ? known : strings.push(text) - 1
  }
  const classes: number[][] = []
  const classIndex = new Map<string, number>()
  const trailSets = new Map<string, number>([['', 0]])
  const shape: { lonE7: number; latE7: number; heightDm: number; atMm: number }[] = []
  const shapeStart = [0]
  const lengths: number[] = []
  const ascents: number[] = []
  const descents: number[] = []
  const edgeClass: number[] = []
  const edgeTrailSet: number[] = []

  for (const edge of spec.edges) {
    const line = [spec.nodes[edge.from], ...(edge.via ?? []), spec.nodes[edge.to]]
    const first = shape.length
    let atM = 0
    line.forEach(([lon, lat, heightM], i) => {
      if (i > 0) atM += distanceM(line[i - 1][0], line[i - 1][1], lon, lat)
      shape.push({
        lonE7: Math.round(lon * 1e7),
        latE7: Math.round(lat * 1e7),
        atMm: Math.ceil(atM * 1000),
        heightDm: heightM === undefined || heightM === null ? NO_HEIGHT_DM : Math.round(heightM * 10),
      })
    })
    shapeStart.push(shape.length)
    const lengthMm = edge.lengthMm ?? shape[shape.length - 1].atMm
    if (edge.lengthMm !== undefined) {
      const measured = shape[shape.length - 1].atMm
      for (let i = first; i < shape.length; i++)
        shape[i].atMm = measured === 0 ? 0 : Math.round((shape[i].atMm / measured) * lengthMm)
      shape[shape.length - 1].atMm = lengthMm
    }
    lengths.push(lengthMm)
    const heights = shape.slice(first).map((p) => p.heightDm)
    const known =
      edge.ascentDm !== null &&
      edge.descentDm !== null &&
      (edge.ascentDm !== undefined || !heights.includes(NO_HEIGHT_DM))
    const rises = heights.slice(1).map((h, i) => h - heights[i])
    ascents.push(known ? (edge.ascentDm ?? rises.reduce((sum, r) => sum + Math.max(0, r), 0)) : NO_CLIMB_DM)
    descents.push(known ? (edge.descentDm ?? rises.reduce((sum, r) => sum + Math.max(0, -r), 0)) : NO_CLIMB_DM)
    edgeClass.push(internClass(edge))
    const members = (edge.trails ?? []).join()
    if (!trailSets.has(members)) trailSets.set(members, trailSets.size)
    edgeTrailSet.push(trailSets.get(members)!)
  }

  function internClass(edge: EdgeSpec): number {
    const [footForward, footBackward] = pair(edge.foot)
    const [bikeForward, bikeBackward] = pair(edge.bike)
    const way = edge.way ?? 'path'
    const facts = [
      stringIndex(edge.highway ?? way),
      WAY_KINDS.indexOf(way),
      SURFACE_KINDS.indexOf(edge.surface ?? 'unknown'),
      SURFACE_SOURCES.indexOf(edge.surfaceSource ?? (edge.surface === undefined ? 'class_default' : 'mapped')),
      stringIndex(edge.surfaceTag),
      edge.sac ?? 0,
      edge.mtb ?? 0,
      VISIBILITIES.indexOf(edge.visibility ?? 'untagged'),
      footForward,
      footBackward,
      bikeForward,
      bikeBackward,
      TRAIL_LEVELS.indexOf(edge.signedFoot ?? 'none'),
      TRAIL_LEVELS.indexOf(edge.signedBike ?? 'none'),
      (edge.flags ?? []).reduce((bits, flag) => bits | FLAGS[flag], 0),
      LIGHTINGS.indexOf(edge.lit ?? 'untagged'),
      SMOOTHNESSES.indexOf(edge.smoothness ?? 'untagged'),
    ]
    const known = classIndex.get(facts.join())
    if (known !== undefined) return known
    classIndex.set(facts.join(), classes.length)
    return classes.push(facts) - 1
  }

  const nodeCount = spec.nodes.length
  const firstArc = new Uint32Array(nodeCount + 1)
  for (const { from, to } of spec.edges) {
    firstArc[from + 1]++
    firstArc[to + 1]++
  }
  for (let n = 0; n < nodeCount; n++) firstArc[n + 1] += firstArc[n]
  const next = firstArc.slice()
  const arcHead = new Uint32Array(spec.edges.length * 2)
  const arcId = new Uint32Array(spec.edges.length * 2)
  spec.edges.forEach(({ from, to }, e) => {
    arcHead[next[from]] = to
    arcId[next[from]++] = e * 2
    arcHead[next[to]] = from
    arcId[next[to]++] = e * 2 + 1
  })

  const hazards = spec.edges.flatMap((edge, e) => (edge.hazards ?? []).map((h) => ({ ...h, e })))
  const ferries = spec.edges.flatMap((edge, e) =>
    edge.ferryDurationS === undefined ? [] : [{ e, s: edge.ferryDurationS }],
  )
  const restrictions = spec.restrictions ?? []
  const trails = spec.trails ?? []
  const trailColumns = {
    trailRelationId: Float64Array.from(trails, (t) => t.relationId),
    trailName: Uint32Array.from(trails, (t) => stringIndex(t.name)),
    trailRef: Uint32Array.from(trails, (t) => stringIndex(t.ref)),
    trailSymbol: Uint32Array.from(trails, (t) => stringIndex(t.symbol)),
    trailKind: Uint8Array.from(trails, (t) => TRAIL_KINDS.indexOf(t.kind ?? 'hiking')),
    trailLevel: Uint8Array.from(trails, (t) => TRAIL_LEVELS.indexOf(t.level ?? 'unknown')),
  }
  const sets = [...trailSets.keys()].map((key) => (key === '' ? [] : key.split(',').map(Number)))
  const starts = (lists: { length: number }[]) =>
    lists.reduce<Uint32Array>((at, list, i) => at.fill(at[i] + list.length, i + 1), new Uint32Array(lists.length + 1))
  const edgeName = Uint32Array.from(spec.edges, (e) => stringIndex(e.name))
  const edgeRef = Uint32Array.from(spec.edges, (e) => stringIndex(e.ref))
  const bytes = strings.map((text) => new TextEncoder().encode(text))
  const classColumn = (i: number) => classes.map((facts) => facts[i])

  return {
    nodeLonE7: Int32Array.from(spec.nodes, (n) => Math.round(n[0] * 1e7)),
    nodeLatE7: Int32Array.from(spec.nodes, (n) => Math.round(n[1] * 1e7)),
    firstArc,
    arcHead,
    arcId,
    edgeFrom: Uint32Array.from(spec.edges, (e) => e.from),
    edgeTo: Uint32Array.from(spec.edges, (e) => e.to),
    edgeLengthMm: Uint32Array.from(lengths),
    edgeAscentDm: Uint16Array.from(ascents),
    edgeDescentDm: Uint16Array.from(descents),
    edgeClass: Uint32Array.from(edgeClass),
    edgeWayId: Float64Array.from(spec.edges, (e, i) => e.wayId ?? 1000 + i),
    edgeName,
    edgeRef,
    edgeTrailSet: Uint32Array.from(edgeTrailSet),
    shapeStart: Uint32Array.from(shapeStart),
    shapeLonE7: Int32Array.from(shape, (p) => p.lonE7),
    shapeLatE7: Int32Array.from(shape, (p) => p.latE7),
    shapeHeightDm: Int32Array.from(shape, (p) => p.heightDm),
    shapeAtMm: Uint32Array.from(shape, (p) => p.atMm),
    classHighway: Uint32Array.from(classColumn(0)),
    classWayKind: Uint8Array.from(classColumn(1)),
    classSurface: Uint8Array.from(classColumn(2)),
    classSurfaceSource: Uint8Array.from(classColumn(3)),
    classSurfaceTag: Uint32Array.from(classColumn(4)),
    classSac: Uint8Array.from(classColumn(5)),
    classMtb: Uint8Array.from(classColumn(6)),
    classVisibility: Uint8Array.from(classColumn(7)),
    classFootForward: Uint8Array.from(classColumn(8)),
    classFootBackward: Uint8Array.from(classColumn(9)),
    classBikeForward: Uint8Array.from(classColumn(10)),
    classBikeBackward: Uint8Array.from(classColumn(11)),
    classSignedFoot: Uint8Array.from(classColumn(12)),
    classSignedBike: Uint8Array.from(classColumn(13)),
    classFlags: Uint8Array.from(classColumn(14)),
    classLit: Uint8Array.from(classColumn(15)),
    classSmoothness: Uint8Array.from(classColumn(16)),
    hazardEdge: Uint32Array.from(hazards, (h) => h.e),
    hazardKind: Uint8Array.from(hazards, (h) => HAZARD_KINDS.indexOf(h.kind)),
    hazardFromMm: Uint32Array.from(hazards, (h) => Math.round(h.fromM * 1000)),
    hazardToMm: Uint32Array.from(hazards, (h) => Math.round(h.toM * 1000)),
    hazardWayId: Float64Array.from(hazards, (h) => h.wayId ?? spec.edges[h.e].wayId ?? 1000 + h.e),
    ferryEdge: Uint32Array.from(ferries, (f) => f.e),
    ferryDurationS: Uint32Array.from(ferries, (f) => f.s),
    restrictionStart: starts(restrictions),
    restrictionArcs: Uint32Array.from(restrictions.flat()),
    ...trailColumns,
    trailSetStart: starts(sets),
    trailSetItems: Uint32Array.from(sets.flat()),
    stringStart: starts(bytes),
    stringBytes: Uint8Array.from(bytes.flatMap((b) => [...b])),
  }
}
