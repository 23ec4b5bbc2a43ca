import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CellGraph, type Adjacency, MaxFlow } from '../../../src/routing/cch/max-flow.ts'

interface Field {
  /** positions of nodes, along and left of the flow's direction */
  along: Float64Array
  left: Float64Array
  links: Set<number>[]
}

const SIDE = 10
/** Nodes on a field of 10 by 10 with links between any of them, so that links cross and nodes coincide. */
const fields: fc.Arbitrary<Field> = fc.integer({ min: 2, max: 40 }).chain((size) =>
  fc
    .record({
      spots: fc.array(fc.nat(SIDE * SIDE - 1), { minLength: size, maxLength: size }),
      pairs: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: size * 4 }),
    })
    .map(({ spots, pairs }) => {
      const links = spots.map(() => new Set<number>())
      for (const [a, b] of pairs) if (a !== b) links[a].add(b), links[b].add(a)
      return {
        along: Float64Array.from(spots, (spot) => spot % SIDE),
        left: Float64Array.from(spots, (spot) => Math.floor(spot / SIDE)),
        links,
      }
    }),
)

/** A grid with links between neighbours only, some of them left out. */
function grid(side: number, isLeftOut: (index: number) => boolean): Field {
  const links = Array.from({ length: side * side }, () => new Set<number>())
  let index = 0
  for (let n = 0; n < side * side; n++) {
    for (const to of [...(n % side < side - 1 ? [n + 1] : []), ...(n + side < side * side ? [n + side] : [])]) {
      if (isLeftOut(index++)) continue
      links[n].add(to)
      links[to].add(n)
    }
  }
  const nodes = [...links.keys()]
  const along = Float64Array.from(nodes, (n) => n % side)
  return { along, left: Float64Array.from(nodes, (n) => Math.floor(n / side)), links }
}

/** Neighbours counterclockwise, as the dissection lays them. */
function adjacencyOf({ along, left, links }: Field): Adjacency {
  const start = [0]
  const head: number[] = []
  for (const [node, to] of links.entries()) {
    const angle = (other: number) => Math.atan2(left[other] - left[node], along[other] - along[node])
    head.push(...[...to].sort((a, b) => angle(a) - angle(b)))
    start.push(head.length)
  }
  return { start: Uint32Array.from(start), head: Uint32Array.from(head) }
}

/** A minimum cut by shortest augmenting paths (Edmonds and Karp): its size in edges, and the source's side. */
function oracle({ along, links }: Field, isSource: (along: number) => boolean, isSink: (along: number) => boolean) {
  const used = new Set<string>() // an arc that carries flow; its edge carries it one way at most
  for (let edges = 0; ; edges++) {
    const cameFrom = new Map<number, number>()
    const queue = [...links.keys()].filter((n) => isSource(along[n]))
    for (const node of queue) cameFrom.set(node, -1)
    for (const node of queue) {
      for (const to of links[node]) {
        if (cameFrom.has(to) || used.has(`${node} ${to}`)) continue
        cameFrom.set(to, node)
        queue.push(to)
      }
    }
    const end = queue.find((n) => isSink(along[n]))
    if (end === undefined) return { edges, reached: new Set(queue) }
    for (let to = end, from = cameFrom.get(to)!; from >= 0; to = from, from = cameFrom.get(to)!)
      if (!used.delete(`${to} ${from}`)) used.add(`${from} ${to}`)
  }
}

function check(field: Field, low: number, high: number, maxEdges: number) {
  const size = field.links.length
  const cell = new CellGraph(adjacencyOf(field))
  cell.open(Uint32Array.from({ length: size }, (_, n) => n))
  const flow = new MaxFlow(cell)
  const cut = flow.cut(field.along, field.left, low, high, maxEdges)

  const fromSource = oracle(
    field,
    (a) => a <= low,
    (a) => a >= high,
  )
  const fromSink = oracle(
    field,
    (a) => a >= high,
    (a) => a <= low,
  )
  expect(fromSink.edges).toBe(fromSource.edges)
  if (fromSource.edges > maxEdges) return expect(cut).toBeNull()
  const smaller = (count: number) => Math.min(count, size - count)
  const bySink = smaller(fromSink.reached.size) > smaller(fromSource.reached.size)
  const side = [...field.links.keys()].map((n) => (bySink ? !fromSink.reached.has(n) : fromSource.reached.has(n)))
  expect([...flow.sourceSide]).toEqual(side.map(Number))
  expect(cut).toEqual({ edges: fromSource.edges, small: smaller(side.filter(Boolean).length) })
  const crossing = [...field.links.keys()].flatMap((n) => [...field.links[n]].filter((to) => side[n] && !side[to]))
  expect(crossing.length).toBe(fromSource.edges)
}

test('a cut has as few edges as one found by shortest paths, and is the more balanced of the outermost two', () => {
  fc.assert(
    fc.property(fields, fc.nat(SIDE - 2), fc.nat(SIDE - 1), fc.nat(20), (field, low, more, maxEdges) => {
      check(field, low, Math.min(SIDE - 1, low + 1 + more), maxEdges)
    }),
    { numRuns: 500 },
  )
})

test('a cut of a grid with gaps, where no links cross, has as few edges as one found by shortest paths', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 12 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 50 }),
      (side, gaps) =>
        check(
          grid(side, (index) => gaps[index % gaps.length]),
          0,
          side - 1,
          Infinity,
        ),
    ),
  )
})

test('an instance that has served other cells cuts as a fresh one does', () => {
  const field = grid(12, (index) => index % 7 === 3)
  const nodes = [...field.links.keys()]
  const cells = [
    nodes,
    nodes.filter((n) => n < 72),
    nodes.filter((n) => n >= 72),
    nodes.filter((n) => n % 12 < 5),
    nodes,
  ]
  const fresh = () => {
    const cell = new CellGraph(adjacencyOf(field))
    return { cell, flow: new MaxFlow(cell) }
  }
  const cutCell = ({ cell, flow }: ReturnType<typeof fresh>, members: number[]) => {
    cell.open(Uint32Array.from(members))
    const along = Float64Array.from(members, (n) => field.along[n])
    const left = Float64Array.from(members, (n) => field.left[n])
    const cut = flow.cut(along, left, Math.min(...along), Math.max(...along), Infinity)
    return { cut, side: [...flow.sourceSide.subarray(0, members.length)] }
  }
  const used = fresh()
  expect(cells.map((cell) => cutCell(used, cell))).toEqual(cells.map((cell) => cutCell(fresh(), cell)))
})
