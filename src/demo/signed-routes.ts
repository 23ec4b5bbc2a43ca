// Signed hiking and cycling routes as relations: each is the shortest path over the built ways through its spots,
// weighted so that walkers avoid the main road. One route lacks a stretch (a gap, as in real data), one is made of
// routes. Never adds a way: a route contains only ways of the map.

import type { DemoMap, DemoMember, Tags } from './demo-map.ts'
import type { SpotName } from './network-plan.ts'

interface RoutePlan {
  via: string
  tags: Tags
  /** leaves out the member nearest to the middle that is at least this long */
  gapM?: number
  bike?: boolean
}

const hiking = (network: string, name: string, via: string, symbol: string, more: Tags = {}): RoutePlan => ({
  via,
  tags: { type: 'route', route: 'hiking', network, name, 'osmc:symbol': symbol, ...more },
})
const cycling = (network: string, name: string, ref: string, via: string, more: Tags = {}): RoutePlan => ({
  via,
  bike: true,
  tags: { type: 'route', route: 'bicycle', network, name, ref, ...more },
})

const STAGES = [
  hiking('nwn', 'Velmarra-Weg, Etappe 1', 'town lightValley s869 moewenHut', 'red:white:red_bar', { ref: 'VW 1' }),
  hiking('nwn', 'Velmarra-Weg, Etappe 2', 'moewenHut s1755 eastHut', 'red:white:red_bar', { ref: 'VW 2' }),
  hiking('nwn', 'Velmarra-Weg, Etappe 3', 'eastHut s2020 cragValley shepherd north', 'red:white:red_bar', {
    ref: 'VW 3',
  }),
]
const ROUTES: RoutePlan[] = [
  hiking(
    'iwn',
    'Atlantikbogen',
    'town lowerValley valleyPark kesselPark kesselHut s2019 nevoaHut northValley c6',
    'blue:white:blue_cross',
    { ref: 'AB', 'name:en': 'Atlantic Arc', operator: 'Verband der Atlantikwege' },
  ),
  hiking(
    'rwn',
    'Hüttenrunde',
    'kesselHut s1490 southwestHut s1313 westHut s1816 kesselHut',
    'green:white:green_circle',
    { ref: 'HR', roundtrip: 'yes', operator: 'Bergverein Velmarra' },
  ),
  hiking('rwn', 'Trilho da Costa Norte', 'north northTip c6 capeTip capeHamlet c7', 'yellow:white:yellow_stripe', {
    ref: 'TCN',
    'name:en': 'North Coast Trail',
    colour: 'yellow',
  }),
  hiking('lwn', 'Möwensteig', 'town lightValley s869 moewenHut s2101 moewenstein', 'black:white:black_triangle', {
    ref: '7',
  }),
  {
    ...hiking(
      'lwn',
      'Trilho da Cabra',
      'west northwestValley northwestHut s1292 capeValley capeHamlet',
      'blue:white:blue_dot',
      { ref: '12' },
    ),
    gapM: 250,
  },
  hiking('lwn', 'Kanzelrunde', 'town kanzel s529 lowerValley town', 'green:white:green_bar', {
    ref: '3',
    roundtrip: 'yes',
  }),
  hiking('lwn', 'Gannet Loop', 'eastHamlet tip c3 gannet s372 eastHamlet', 'orange:white:orange_dot', {
    ref: '5',
    roundtrip: 'yes',
  }),
  hiking('lwn', 'Süßbachsteig', 'south fordValley s529 kanzel', 'blue:white:blue_bar', { ref: '9' }),
  hiking('lwn', 'Kehrenpfad', 'c10 s987 westHut westValley', 'red:white:red_dot', {
    ref: '15',
    symbol: 'roter Punkt auf Weiß',
  }),
  cycling(
    'rcn',
    'Inselring',
    'R1',
    'town c12 south c11 c10 c9 c8 west c7 capeHamlet c6 north c5 c4 eastHamlet c3 c2 c1 lightHamlet town',
    { roundtrip: 'yes' },
  ),
  cycling('lcn', 'Rota das Andorinhas', 'L2', 'north farm2 shepherd northValley c6 north', { roundtrip: 'yes' }),
  cycling('lcn', 'Talradweg', 'L3', 'town lowerValley valleyPark kesselPark'),
  {
    ...cycling('lcn', 'Ziegentrail', 'M1', 'west northwestValley northwestHut'),
    tags: { type: 'route', route: 'mtb', network: 'lcn', name: 'Ziegentrail', ref: 'M1', 'mtb:scale': '2' },
  },
]

/** Adds all route relations to the map; returns their indexes among the map's relations. */
export function addSignedRoutes(map: DemoMap, spotPoint: Record<SpotName, number>): number[] {
  const graph = buildGraph(map)
  const add = ({ via, tags, gapM, bike }: RoutePlan) => {
    const spots = via.split(' ') as SpotName[]
    let ways = spots
      .slice(1)
      .flatMap((spot, i) =>
        shortest(graph, spotPoint[spots[i]], spotPoint[spot], bike === true, `${spots[i]}..${spot}`),
      )
    ways = withoutSpurs(ways)
    if (gapM !== undefined) ways.splice(middleOf(map, ways, gapM), 1)
    return map.addRelation(
      ways.map((index): DemoMember => ({ type: 'way', index, role: '' })),
      tags,
    )
  }
  const added = ROUTES.map(add)
  const stages = STAGES.map(add)
  const whole = map.addRelation(
    stages.map((index): DemoMember => ({ type: 'relation', index, role: '' })),
    {
      type: 'superroute',
      route: 'hiking',
      network: 'nwn',
      name: 'Velmarra-Weg',
      'name:en': 'Velmarra Way',
      ref: 'VW',
      'osmc:symbol': 'red:white:red_bar',
      operator: 'Bergverein Velmarra',
    },
  )
  return [...added, ...stages, whole]
}

/** Removes stretches travelled out and back on the same way around a spot. */
function withoutSpurs(ways: number[]): number[] {
  const kept: number[] = []
  for (const way of ways) {
    if (kept[kept.length - 1] === way) kept.pop()
    else kept.push(way)
  }
  return kept
}

function middleOf(map: DemoMap, ways: number[], leastM: number): number {
  const middle = ways.length / 2
  const long = ways
    .map((_, i) => i)
    .filter((i) => i > 0 && i < ways.length - 1 && map.lengthM(map.ways[ways[i]].points) >= leastM)
  return long.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0]
}

interface Link {
  to: number
  way: number
  footM: number
  bikeM: number
}

function buildGraph(map: DemoMap): Map<number, Link[]> {
  const graph = new Map<number, Link[]>()
  const link = (from: number, one: Link) => {
    const list = graph.get(from)
    if (list) list.push(one)
    else graph.set(from, [one])
  }
  map.ways.forEach(({ points, tags }, way) => {
    if (tags.highway === undefined || tags.access === 'private') return
    const lengthM = map.lengthM(points)
    const footM =
      lengthM *
      (tags.highway === 'secondary' || tags.highway === 'tertiary' ? 1.8 : tags.highway === 'via_ferrata' ? 1000 : 1)
    const bikeM = lengthM * ({ path: 6, steps: 50, via_ferrata: 1000, footway: 8 }[tags.highway] ?? 1)
    const a = points[0]
    const b = points[points.length - 1]
    if (tags.junction === 'roundabout') {
      for (const p of points)
        for (const q of points) if (p !== q) link(p, { to: q, way, footM: lengthM / 3, bikeM: lengthM / 3 })
      return
    }
    link(a, { to: b, way, footM, bikeM })
    if (tags.oneway === undefined) link(b, { to: a, way, footM, bikeM })
  })
  return graph
}

/** Ways from one point to another, Dijkstra with a plain scan of a small frontier. */
function shortest(graph: Map<number, Link[]>, from: number, to: number, bike: boolean, what: string): number[] {
  const cost = new Map([[from, 0]])
  const back = new Map<number, { from: number; way: number }>()
  const open = new Set([from])
  while (open.size > 0) {
    let here = -1
    for (const point of open) if (here < 0 || cost.get(point)! < cost.get(here)!) here = point
    open.delete(here)
    if (here === to) break
    for (const { to: next, way, footM, bikeM } of graph.get(here) ?? []) {
      const total = cost.get(here)! + (bike ? bikeM : footM)
      if (total < (cost.get(next) ?? Infinity)) {
        cost.set(next, total)
        back.set(next, { from: here, way })
        open.add(next)
      }
    }
  }
  const ways: number[] = []
  for (let point = to; point !== from; ) {
    const step = back.get(point)
    if (step === undefined) throw new Error(`demo: no signed way for ${what}`)
    ways.push(step.way)
    point = step.from
  }
  return ways.reverse()
}
