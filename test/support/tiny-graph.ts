// A small network drawn in ASCII, for tests that a reader can see.
//
//   A---B-->C       capital letters and digits are nodes, the first letter met is node 0
//   |    \          - | / \ are edges between them (as many signs as you like)
//   D     E         > < v ^ in a line make it one-way for everybody
//
// One cell is `cellM` metres (default 25), columns east, rows south. An edge runs left to right or top to bottom, a
// one-way in its own direction; `edges: {AB: {...}}` overrides its facts (key in either order). Never a network of real
// places.

import { DEG_TO_RAD, EARTH_RADIUS_M } from '../../src/geo/lon-lat.ts'
import type { RoutingGraph } from '../../src/graph/routing-graph.ts'
import {
  graphFromEdges,
  type EdgeFactsSpec,
  type EdgeSpec,
  type NetworkSpec,
  type TestPoint,
  type TrailSpec,
} from './graph-from-edges.ts'

export interface TinyOptions {
  cellM?: number
  /** south-west is not needed: this is where column 0 of row 0 lies */
  origin?: readonly [lon: number, lat: number]
  /** height of every node that `heights` does not name; null void; default 1000 */
  heightM?: number | null
  heights?: Record<string, number | null>
  /** facts for all edges */
  defaults?: EdgeFactsSpec
  /** facts by the two nodes, `AB` or `BA`; forward means the edge's own direction */
  edges?: Record<string, EdgeFactsSpec>
  /**
   * further edges between drawn nodes (parallel ones, bridges over others), in the direction of the key: `[['AF',
   * {...}]]`
   */
  more?: [key: string, facts?: EdgeFactsSpec][]
  trails?: TrailSpec[]
  /** forbidden turns as node sequences, e.g. `ABC` */
  restrictions?: string[]
  meta?: NetworkSpec['meta']
  extra?: NetworkSpec['extra']
  shared?: boolean
}

export interface TinyGraph {
  graph: RoutingGraph
  node(name: string): number
  /** arc from one node to the next, `arc('AB')`; the first edge drawn where several are parallel */
  arc(key: string): number
  edge(key: string): number
  /** names of the nodes that a path of arcs visits, e.g. `ABE` */
  walk(arcs: ArrayLike<number>): string
  /** [lon, lat] of a node or of a place in the drawing (column, row; fractions allowed) */
  at(name: string): [number, number]
  place(column: number, row: number): [number, number]
}

const STEPS = [
  { dx: 1, dy: 0, signs: '-<>' },
  { dx: 0, dy: 1, signs: '|^v' },
  { dx: 1, dy: 1, signs: '\\' },
  { dx: -1, dy: 1, signs: '/' },
]
const isNode = (sign: string | undefined) => sign !== undefined && /[A-Z0-9]/.test(sign)

/** Reads the drawing. Throws where a line leads nowhere or a key names nothing drawn, so that a test cannot lie. */
export function tinyGraph(drawing: string, options: TinyOptions = {}): TinyGraph {
  const {
    cellM = 25,
    origin = [1.5, 42.5],
    heightM = 1000,
    heights = {},
    defaults = {},
    edges: overrides = {},
  } = options
  const rows = drawing.split('\n')
  const place = (column: number, row: number): [number, number] => [
    origin[0] + (column * cellM) / (EARTH_RADIUS_M * DEG_TO_RAD * Math.cos(origin[1] * DEG_TO_RAD)),
    origin[1] - (row * cellM) / (EARTH_RADIUS_M * DEG_TO_RAD),
  ]
  const names: string[] = []
  const nodes: TestPoint[] = []
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!isNode(row[x])) continue
      if (names.includes(row[x])) throw new Error(`node ${row[x]} is drawn twice`)
      names.push(row[x])
      nodes.push([...place(x, y), row[x] in heights ? heights[row[x]] : heightM])
    }
  })
  const node = (name: string) => {
    const index = names.indexOf(name)
    if (index < 0) throw new Error(`no node ${name} in the drawing`)
    return index
  }

  const edges: EdgeSpec[] = []
  const used = new Set<string>()
  const add = (from: string, to: string, oneWay: boolean) => {
    const key = from + to in overrides ? from + to : to + from
    used.add(key)
    const access = oneWay ? { foot: ['open', 'closed'] as const, bike: ['open', 'closed'] as const } : {}
    edges.push({ from: node(from), to: node(to), ...defaults, ...access, ...overrides[key] })
  }
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!isNode(row[x])) continue
      for (const { dx, dy, signs } of STEPS) {
        let length = 1
        let arrow = ''
        for (
          let sign = rows[y + dy]?.[x + dx];
          sign !== undefined && signs.includes(sign);
          sign = rows[y + length * dy]?.[x + length * dx]
        ) {
          if ('<>^v'.includes(sign)) arrow = sign
          length++
        }
        if (length === 1) continue
        const end = rows[y + length * dy]?.[x + length * dx]
        if (!isNode(end))
          throw new Error(`the line from ${row[x]} leads nowhere (row ${y + length * dy}, column ${x + length * dx})`)
        if (arrow === '<' || arrow === '^') add(end, row[x], true)
        else add(row[x], end, arrow !== '')
      }
    }
  })
  for (const key of Object.keys(overrides)) if (!used.has(key)) throw new Error(`no edge ${key} in the drawing`)
  for (const [key, facts] of options.more ?? [])
    edges.push({ from: node(key[0]), to: node(key[1]), ...defaults, ...facts })

  const arc = (key: string) => {
    const from = node(key[0])
    const to = node(key[1])
    const e = edges.findIndex(
      (edge) => (edge.from === from && edge.to === to) || (edge.from === to && edge.to === from),
    )
    if (e < 0) throw new Error(`no edge ${key} in the drawing`)
    return e * 2 + (edges[e].from === from ? 0 : 1)
  }
  const restrictions = (options.restrictions ?? []).map((walk) =>
    [...walk].slice(1).map((name, i) => arc(walk[i] + name)),
  )
  const graph = graphFromEdges(
    { nodes, edges, trails: options.trails, restrictions, meta: options.meta, extra: options.extra },
    { shared: options.shared },
  )
  return {
    graph,
    node,
    arc,
    place,
    edge: (key) => arc(key) >>> 1,
    at: (name) => [nodes[node(name)][0], nodes[node(name)][1]],
    walk: (arcs) =>
      arcs.length === 0
        ? ''
        : Array.from(arcs, (a) => names[graph.arcTail(a)]).join('') + names[graph.arcTarget(arcs[arcs.length - 1])],
  }
}
