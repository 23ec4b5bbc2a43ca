// Lines that no search finds: the tunnel, quay, piers and ferry, paths on the islet, private drives, the cable car; and
// what happens where lines cross (bridge, ford, level crossing, nothing). Metres of the plane.
// Never joins a bridge, tunnel or ferry to what it crosses.

import type { DemoMap } from './demo-map.ts'
import type { Ground } from './find-trail.ts'
import { sampleField } from './island-grid.ts'
import { ISLET } from './island-terrain.ts'
import type { Special } from './build-ways.ts'
import type { DemoLine, LaidNetwork } from './lay-network.ts'
import { nodeLines, type Meeting } from './node-lines.ts'
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
