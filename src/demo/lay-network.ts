// Turns plans into lines: runs the trail finder over all plans in order, cuts the union at junctions and spots, and
// rounds the corners between them. Lines consist of map points and share their end points with the lines they meet.
// Never moves a junction or a spot once it is laid.

import type { DemoMap } from './demo-map.ts'
import { bestCell, saddleM } from './find-landforms.ts'
import { TRAIL_STYLES, TrailFinder, edgeKey, type Ground } from './find-trail.ts'
import { COLS, ROWS, xOfCell, yOfCell } from './island-grid.ts'
import { PLANS, SPOTS, type LineKind, type SpotName } from './network-plan.ts'
import { cutCorners, dropStraight } from './smooth-line.ts'

/** A stretch of one kind, end to end; `plan` is its index in PLANS, or negative for lines of another origin. */
export interface DemoLine {
  kind: LineKind
  points: number[]
  plan: number
  name?: string
  ref?: string
  tags?: Record<string, string>
}

export interface LaidNetwork {
  lines: DemoLine[]
  /** map point of each spot */
  spotPoint: Record<SpotName, number>
  spotCell: Record<SpotName, number>
}

const SEED = 77

/** Snaps every spot to the land by its rule. */
function snapSpots(ground: Ground): Record<SpotName, number> {
  const { heightM, shore, slope, tollM } = ground
  const cells = {} as Record<SpotName, number>
  for (const [name, { rule, xM, yM, radiusM }] of Object.entries(SPOTS)) {
    cells[name as SpotName] = bestCell(xM, yM, rule === 'here' ? 1 : radiusM, (cell) => {
      if (shore[cell] < 0.012 || (tollM[cell] > 100 && rule === 'flat')) return 1e6
      if (rule === 'top') return -heightM[cell]
      if (rule === 'saddle') return -saddleM(heightM, cell, 7)
      let worst = slope[cell]
      for (const step of [-1, 1, -COLS, COLS]) worst = Math.max(worst, slope[cell + step])
      return worst + (shore[cell] < 0.03 ? 0.5 : 0)
    })
  }
  return cells
}

/** Lays all plans. */
export function layNetwork(map: DemoMap, ground: Ground): LaidNetwork {
  const finder = new TrailFinder(ground, SEED)
  const spotCell = snapSpots(ground)
  // spots are at their lattice point, where the height model has the exact height
  for (const cell of Object.values(spotCell)) {
    finder.xM[cell] = xOfCell(cell)
    finder.yM[cell] = yOfCell(cell)
    finder.zM[cell] = ground.heightM[cell]
  }
  const planOfEdge = new Map<number, number>()
  const beside = new Uint8Array(COLS * ROWS)
  const apart: { plan: number; cells: number[] }[] = []
  PLANS.forEach(({ kind, style, via }, plan) => {
    for (let i = 1; i < via.length; i++) {
      const cells = finder.find(spotCell[via[i - 1]], spotCell[via[i]], TRAIL_STYLES[style], planOfEdge, beside)
      if (cells === null) throw new Error(`demo: no way from ${via[i - 1]} to ${via[i]}`)
      if (kind === 'rail') apart.push({ plan, cells })
      else
        for (let k = 1; k < cells.length; k++) {
          const key = edgeKey(cells[k - 1], cells[k])
          if (!planOfEdge.has(key)) planOfEdge.set(key, plan)
        }
      for (const cell of cells) for (const step of [-1, 0, 1, -COLS, COLS]) beside[cell + step] = 1
    }
  })
  const pointOfCell = new Map<number, number>()
  const pointAt = (cell: number) => {
    let point = pointOfCell.get(cell)
    if (point === undefined) pointOfCell.set(cell, (point = map.addPoint(finder.xM[cell], finder.yM[cell])))
    return point
  }
  const spotPoint = {} as Record<SpotName, number>
  for (const name of Object.keys(SPOTS) as SpotName[]) spotPoint[name] = pointAt(spotCell[name])
  const chains = cutIntoChains(planOfEdge, new Set(Object.values(spotCell)))
  const lines = [...chains, ...apart].map(({ plan, cells }) => {
    const { kind, name, ref, style } = PLANS[plan]
    const points = roundOff(map, cells.map(pointAt), style === 'road' || style === 'cycleway' ? 2 : 1)
    return { kind, points, plan, name, ref }
  })
  return { lines, spotPoint, spotCell }
}

/** Rounds a line between its fixed ends; the points between are replaced. */
export function roundOff(map: DemoMap, points: number[], rounds: number): number[] {
  let line = points.map((point) => [map.xM[point], map.yM[point]] as [number, number])
  for (let round = 0; round < rounds; round++) line = cutCorners(line)
  line = dropStraight(line, 3.5)
  return line.map(([xM, yM], i) =>
    i === 0 ? points[0] : i === line.length - 1 ? points[points.length - 1] : map.addPoint(xM, yM),
  )
}

/** Maximal runs of edges of one plan between junctions, ends and fixed cells, in a steady order. */
function cutIntoChains(planOfEdge: Map<number, number>, fixed: Set<number>): { plan: number; cells: number[] }[] {
  const neighbours = new Map<number, number[]>()
  const count = COLS * ROWS
  for (const key of planOfEdge.keys()) {
    const a = Math.floor(key / count)
    const b = key % count
    for (const [from, to] of [
      [a, b],
      [b, a],
    ]) {
      const list = neighbours.get(from)
      if (list) list.push(to)
      else neighbours.set(from, [to])
    }
  }
  const ends = (cell: number) => {
    const around = neighbours.get(cell)!
    return (
      around.length !== 2 ||
      fixed.has(cell) ||
      planOfEdge.get(edgeKey(cell, around[0])) !== planOfEdge.get(edgeKey(cell, around[1]))
    )
  }
  const done = new Set<number>()
  const chains: { plan: number; cells: number[] }[] = []
  for (const [start, around] of neighbours) {
    if (!ends(start)) continue
    for (const first of around) {
      const key = edgeKey(start, first)
      if (done.has(key)) continue
      done.add(key)
      const cells = [start, first]
      while (!ends(cells[cells.length - 1])) {
        const here = cells[cells.length - 1]
        const [a, b] = neighbours.get(here)!
        const next = a === cells[cells.length - 2] ? b : a
        done.add(edgeKey(here, next))
        cells.push(next)
      }
      chains.push({ plan: planOfEdge.get(key)!, cells })
    }
  }
  return chains
}
