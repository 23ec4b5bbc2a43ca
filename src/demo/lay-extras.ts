// Lines that no search finds: the tunnel, quay, piers and ferry, paths on the islet, private drives, the cable car; and
// what happens where lines cross (bridge, ford, level crossing, nothing). Metres of the plane.
// Never joins a bridge, tunnel or ferry to what it crosses.

import type { DemoMap } from './demo-map.ts'
import type { Ground } from './find-trail.ts'
import { sampleField } from './island-grid.ts'
import { ISLET } from './island-terrain.ts'
import type { Special } from './build-ways.ts'
import type { DemoLine, LaidNetwork } from './lay-network.ts'
import { hashShare } from './seeded-noise.ts'

const BRIDGED = new Set([
  'secondary',
  'tertiary',
  'unclassified',
  'rail',
  'residential',
  'living_street',
  'cycleway',
  'service',
])
const PASSING = new Set(['pier', 'ferry'])

export interface Extras {
  lines: DemoLine[]
  /** map points at which places are added */
  harbour: number
  isletPier: number
  isletTop: number
  privateGate: number
}

/** First point at sea from a place in a direction (unit vector). */
function coastPoint(ground: Ground, xM: number, yM: number, dx: number, dy: number): { x: number; y: number } {
  for (let m = 0; m < 3000; m += 5)
    if (sampleField(ground.shore, xM + m * dx, yM + m * dy) < 0) return { x: xM + (m - 5) * dx, y: yM + (m - 5) * dy }
  throw new Error('demo: no coast in this direction')
}

export function layExtras(map: DemoMap, ground: Ground, net: LaidNetwork): Extras {
  const lines: DemoLine[] = []
  const add = (kind: DemoLine['kind'], points: number[], name?: string, tags?: Record<string, string>) => {
    lines.push({ kind, points, plan: -3, name, tags })
    return points
  }
  const between = (a: number, b: number, shares: number[]) => [
    a,
    ...shares.map((s) =>
      map.addPoint(map.xM[a] + s * (map.xM[b] - map.xM[a]), map.yM[a] + s * (map.yM[b] - map.yM[a])),
    ),
    b,
  ]
  const { spotPoint } = net
  add('tertiary', between(spotPoint.portalSouth, spotPoint.portalNorth, [0.3, 0.7]), 'Kehrentunnel', {
    ref: 'V 4',
    tunnel: 'yes',
    layer: '-1',
    lit: 'yes',
  })

  const [tx, ty] = [map.xM[spotPoint.town], map.yM[spotPoint.town]]
  const quay = coastPoint(ground, tx, ty, 0, -1)
  const harbour = map.addPoint(quay.x, quay.y)
  add('residential', between(spotPoint.town, harbour, [0.5]), 'Fährstraße')
  const pierEnd = map.addPoint(quay.x - 25, quay.y - 150)
  add('pier', [harbour, pierEnd], 'Fähranleger Sturmwöhrde', { foot: 'yes', bicycle: 'yes' })
  const isletCoast = coastPoint(ground, ISLET.xM, ISLET.yM, 0, 1)
  const isletQuay = map.addPoint(isletCoast.x, isletCoast.y)
  const isletPier = map.addPoint(isletCoast.x + 10, isletCoast.y + 70)
  add('pier', [isletQuay, isletPier], undefined, { foot: 'yes' })
  const ferryTurn = map.addPoint(map.xM[pierEnd] - 500, map.yM[pierEnd] - 420)
  add(
    'ferry',
    [pierEnd, ferryTurn, map.addPoint(map.xM[isletPier] + 300, map.yM[isletPier] + 330), isletPier],
    'Seehundsfähre',
    { duration: '00:25', foot: 'yes', bicycle: 'yes', motor_vehicle: 'no', operator: 'Velmarra Bootsverein' },
  )

  const isletTop = map.addPoint(ISLET.xM + 20, ISLET.yM - 30)
  add('track', between(isletQuay, isletTop, [0.5]), 'Robbenweg')
  const round: number[] = []
  for (let k = 0; k < 12; k++) {
    const [dx, dy] = [Math.sin((k * Math.PI) / 6), Math.cos((k * Math.PI) / 6)]
    let m = 60
    while (m < 500 && sampleField(ground.shore, ISLET.xM + (m + 35) * dx, ISLET.yM + (m + 35) * dy) > 0.008) m += 10
    round.push(map.addPoint(ISLET.xM + m * dx, ISLET.yM + m * dy))
  }
  add('path', [...round, round[0]], 'Inselrundweg')

  // a private drive with a locked gate, and one without
  const drive = (from: number, dx: number, dy: number) => {
    const gate = map.addPoint(map.xM[from] + dx * 0.3, map.yM[from] + dy * 0.3)
    add(
      'service',
      [
        from,
        gate,
        map.addPoint(map.xM[from] + dx * 0.6 - dy * 0.1, map.yM[from] + dy * 0.6),
        map.addPoint(map.xM[from] + dx, map.yM[from] + dy),
      ],
      undefined,
      { access: 'private', service: 'driveway' },
    )
    return gate
  }
  const privateGate = drive(spotPoint.farm3, 60, 130)
  drive(spotPoint.eastValley, 40, 120)
  return { lines, harbour, isletPier, isletTop, privateGate }
}

/**
 * Joins all lines where they cross; bridges and fords become specials, and fords and level crossings also tag their
 * node.
 */
export function joinLines(map: DemoMap, lines: DemoLine[]): Map<number, Special> {
  const specials = new Map<number, Special>()
  const isWater = (line: DemoLine) => line.kind === 'stream'
  const draw = (a: DemoLine, b: DemoLine) => hashShare(a.points[0], b.points[0], 71)
  const meet = (a: DemoLine, b: DemoLine): Meeting => {
    if (PASSING.has(a.kind) || PASSING.has(b.kind) || a.tags?.tunnel !== undefined || b.tags?.tunnel !== undefined)
      return 'ignored'
    if (isWater(a) && isWater(b)) return 'ignored'
    if (!isWater(a) && !isWater(b)) return 'joined'
    const way = isWater(a) ? b : a
    if (BRIDGED.has(way.kind)) return 'above'
    return draw(a, b) < (way.kind === 'track' ? 0.45 : 0.35) ? 'above' : 'joined'
  }
  nodeLines(map, lines, meet, (a, b, pointOfA, pointOfB, meeting) => {
    const water = isWater(a) ? a : isWater(b) ? b : null
    if (water !== null) {
      const way = water === a ? b : a
      const point = water === a ? pointOfB : pointOfA
      if (meeting === 'above')
        specials.set(point, {
          halfM: way.kind === 'path' ? 6 : way.kind === 'track' ? 7 : 11,
          tags: { bridge: 'yes', layer: '1' },
        })
      else if (way.kind === 'track') specials.set(point, { halfM: 5, tags: { ford: 'yes' } })
      else map.tagPoint(point, { ford: draw(a, b) > 0.85 ? 'stepping_stones' : 'yes' })
      return
    }
    if (a.kind === 'rail' || b.kind === 'rail') {
      const way = a.kind === 'rail' ? b : a
      map.tagPoint(pointOfA, {
        railway: way.kind === 'path' || way.kind === 'footway' || way.kind === 'steps' ? 'crossing' : 'level_crossing',
      })
    }
  })
  return specials
}

const BUCKET_M = 120
const NEAR_END_M = 4

type Meeting = 'joined' | 'above' | 'ignored'

interface Insertion {
  segment: number
  share: number
  point: number
}

/**
 * Joins many lines into one network: wherever two of them cross without a common point, both get one there (a junction,
 * a ford, a level crossing), or, if the caller decides so, each gets its own (a bridge). Points in metres of the plane.
 * Never moves a line. Inserts points into `lines` where they cross. `meet` decides; `crossed` is called for every
 * crossing with the point in each line.
 */
export function nodeLines(
  map: DemoMap,
  lines: DemoLine[],
  meet: (a: DemoLine, b: DemoLine) => Meeting,
  crossed: (a: DemoLine, b: DemoLine, pointOfA: number, pointOfB: number, meeting: Meeting) => void,
): void {
  const buckets = new Map<number, { line: number; segment: number }[]>()
  const insertions: Insertion[][] = lines.map(() => [])
  lines.forEach((line, index) => {
    for (let segment = 0; segment + 1 < line.points.length; segment++) {
      const seen = new Set<string>()
      for (const bucket of bucketsOf(map, line.points[segment], line.points[segment + 1])) {
        for (const other of buckets.get(bucket) ?? []) {
          const tag = `${other.line}/${other.segment}`
          if (other.line === index || seen.has(tag)) continue
          seen.add(tag)
          join(map, lines, insertions, other, { line: index, segment }, meet, crossed)
        }
      }
    }
    for (let segment = 0; segment + 1 < line.points.length; segment++) {
      for (const bucket of bucketsOf(map, line.points[segment], line.points[segment + 1])) {
        const list = buckets.get(bucket)
        if (list) list.push({ line: index, segment })
        else buckets.set(bucket, [{ line: index, segment }])
      }
    }
  })
  lines.forEach((line, index) => {
    const added = insertions[index].sort((a, b) => a.segment - b.segment || a.share - b.share)
    if (added.length === 0) return
    const points: number[] = []
    let at = 0
    line.points.forEach((point, segment) => {
      points.push(point)
      for (; at < added.length && added[at].segment === segment; at++)
        if (points[points.length - 1] !== added[at].point) points.push(added[at].point)
    })
    line.points = points.filter((point, i) => i === 0 || point !== points[i - 1])
  })
}

function join(
  map: DemoMap,
  lines: DemoLine[],
  insertions: Insertion[][],
  a: { line: number; segment: number },
  b: { line: number; segment: number },
  meet: (a: DemoLine, b: DemoLine) => Meeting,
  crossed: (a: DemoLine, b: DemoLine, pa: number, pb: number, meeting: Meeting) => void,
): void {
  const lineA = lines[a.line]
  const lineB = lines[b.line]
  const [a0, a1] = [lineA.points[a.segment], lineA.points[a.segment + 1]]
  const [b0, b1] = [lineB.points[b.segment], lineB.points[b.segment + 1]]
  if (a0 === b0 || a0 === b1 || a1 === b0 || a1 === b1) return
  const hit = intersect(map, a0, a1, b0, b1)
  if (hit === null) return
  const meeting = meet(lineA, lineB)
  if (meeting === 'ignored') return
  const { shareA, shareB, xM, yM } = hit
  if (meeting === 'above') {
    const pointA = map.addPoint(xM, yM)
    const pointB = map.addPoint(xM, yM)
    insertions[a.line].push({ segment: a.segment, share: shareA, point: pointA })
    insertions[b.line].push({ segment: b.segment, share: shareB, point: pointB })
    crossed(lineA, lineB, pointA, pointB, meeting)
    return
  }
  // an end of either segment close by serves as the common point
  const close = [a0, a1, b0, b1].find((point) => Math.hypot(map.xM[point] - xM, map.yM[point] - yM) < NEAR_END_M)
  const point = close ?? map.addPoint(xM, yM)
  if (point !== a0 && point !== a1) insertions[a.line].push({ segment: a.segment, share: shareA, point })
  if (point !== b0 && point !== b1) insertions[b.line].push({ segment: b.segment, share: shareB, point })
  crossed(lineA, lineB, point, point, meeting)
}

function* bucketsOf(map: DemoMap, a: number, b: number): Generator<number> {
  const left = Math.floor(Math.min(map.xM[a], map.xM[b]) / BUCKET_M)
  const right = Math.floor(Math.max(map.xM[a], map.xM[b]) / BUCKET_M)
  const low = Math.floor(Math.min(map.yM[a], map.yM[b]) / BUCKET_M)
  const high = Math.floor(Math.max(map.yM[a], map.yM[b]) / BUCKET_M)
  for (let x = left; x <= right; x++) for (let y = low; y <= high; y++) yield x * 100_003 + y
}

/** Where two segments cross, as shares of both; returns null if they do not. */
function intersect(
  map: DemoMap,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
): { shareA: number; shareB: number; xM: number; yM: number } | null {
  const { xM, yM } = map
  const ax = xM[a1] - xM[a0]
  const ay = yM[a1] - yM[a0]
  const bx = xM[b1] - xM[b0]
  const by = yM[b1] - yM[b0]
  const cross = ax * by - ay * bx
  if (Math.abs(cross) < 1e-6) return null
  const dx = xM[b0] - xM[a0]
  const dy = yM[b0] - yM[a0]
  const shareA = (dx * by - dy * bx) / cross
  const shareB = (dx * ay - dy * ax) / cross
  if (shareA < 0 || shareA > 1 || shareB < 0 || shareB > 1) return null
  return { shareA, shareB, xM: xM[a0] + shareA * ax, yM: yM[a0] + shareA * ay }
}
