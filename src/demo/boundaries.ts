// The coast in OSM's convention (land on the left), and the areas made from it: the island, its region and its three
// municipalities, which share their border ways without gap or overlap; and the nature reserve on the heights.
// Two areas never have two lines for one border.

import type { DemoMap, DemoMember, Tags } from './demo-map.ts'
import type { Ground } from './find-trail.ts'
import { blur } from './island-terrain.ts'
import { addRing } from './landcover.ts'
import type { SpotName } from './network-plan.ts'
import { gradientNoise } from './seeded-noise.ts'
import type { Plane } from './smooth-line.ts'
import { traceRings } from './trace-rings.ts'

const SEED = 900
const MUNICIPALITIES = [
  { name: 'Gemeinde Öddelgrün', 'name:en': 'Municipality of Öddelgrün', population: '712' },
  { name: 'Gemeinde Sturmwöhrde', 'name:en': 'Municipality of Sturmwöhrde', population: '3391' },
  { name: 'Município de Vale Torvinho', 'name:en': 'Municipality of Vale Torvinho', population: '1204' },
]
/**
 * Borders run from the summit in the middle along ridges to the coast, in the order in which they meet the coast (land
 * on the left).
 */
const BORDERS: SpotName[][] = [
  ['nevoa', 's2176', 'velmar', 's1292', 'brueder', 'farm5', 'c7'],
  ['nevoa', 's1816', 'kraehen', 's1313', 's987', 'westTip'],
  ['nevoa', 's2019', 'moewenstein', 's2101', 'weissgrat', 's2020', 's1755', 'luemmel', 's805', 'gannet', 'tip'],
]

/** Adds coast, borders, boundaries and the reserve. */
export function addBoundaries(map: DemoMap, ground: Ground, spotPoint: Record<SpotName, number>): void {
  const [main, ...islets] = traceRings(ground.shore, 0, 9, 3000).filter((ring, i) => i === 0 || ring.length > 3)
  const coast = main.slice(0, -1).map(([xM, yM]) => map.addPoint(xM, yM))
  const landfalls = BORDERS.map((spots) => nearest(map, coast, spotPoint[spots[spots.length - 1]]))
  const borders = BORDERS.map((spots, i) =>
    map.addWay(
      borderLine(
        map,
        spots.map((spot) => spotPoint[spot]),
        coast[landfalls[i]],
      ),
      { boundary: 'administrative', admin_level: '8' },
    ),
  )
  const coastTags: Tags = { natural: 'coastline', source: 'waypost-demo' }
  const shores = landfalls.map((from, i) => {
    const to = landfalls[(i + 1) % landfalls.length]
    return map.addWay(
      from < to ? coast.slice(from, to + 1) : [...coast.slice(from), ...coast.slice(0, to + 1)],
      coastTags,
    )
  })
  const around = islets.map((ring, i) =>
    addRing(
      map,
      ring,
      i === 0
        ? { ...coastTags, place: 'islet', name: 'Seehundsknüll', 'name:en': 'Seal Holm' }
        : { ...coastTags, place: 'islet' },
    ),
  )
  const outer = (ways: number[]) => ways.map((index): DemoMember => ({ type: 'way', index, role: 'outer' }))
  map.addRelation(outer(shores), {
    type: 'multipolygon',
    place: 'island',
    name: 'Velmarra',
    'name:de': 'Welmarra',
    'name:en': 'Velmarra',
    alt_name: 'Ilha de Velmarra',
    population: '5307',
  })
  map.addRelation(outer([...shores, ...around]), {
    type: 'boundary',
    boundary: 'administrative',
    admin_level: '4',
    name: 'Inselregion Velmarra',
    'name:en': 'Region of Velmarra',
    population: '5307',
  })
  MUNICIPALITIES.forEach((tags, i) => {
    const ways = [borders[i], shores[i], borders[(i + 1) % 3]]
    map.addRelation(outer(i === 1 ? [...ways, ...around] : ways), {
      type: 'boundary',
      boundary: 'administrative',
      admin_level: '8',
      ...tags,
    })
  })
  const [reserve] = traceRings(blur(blur(ground.heightM, 3), 3), 1150, 40, 1_000_000)
  map.addRelation([{ type: 'way', index: addRing(map, reserve, {}), role: 'outer' }], {
    type: 'boundary',
    boundary: 'protected_area',
    protect_class: '4',
    leisure: 'nature_reserve',
    name: 'Naturschutzgebiet Hochvelmarra',
    'name:en': 'High Velmarra Nature Reserve',
  })
}

function nearest(map: DemoMap, points: number[], to: number): number {
  return points.reduce((best, point, i) => (map.gapM(point, to) < map.gapM(points[best], to) ? i : best), 0)
}

/**
 * A border through the given points, uneven in between, ending at the coast. It uses the spots' positions, not their
 * nodes.
 */
function borderLine(map: DemoMap, through: number[], landfall: number): number[] {
  const line: number[] = []
  const at = (point: number): Plane => [map.xM[point], map.yM[point]]
  const stops: Plane[] = [...through.slice(0, -1).map(at), at(landfall)]
  for (let i = 0; i + 1 < stops.length; i++) {
    const [ax, ay] = stops[i]
    const [bx, by] = stops[i + 1]
    const lengthM = Math.hypot(bx - ax, by - ay)
    // all borders meet in the node of the summit
    line.push(i === 0 ? through[0] : map.addPoint(ax, ay))
    const pieces = Math.floor(lengthM / 150)
    for (let k = 1; k < pieces; k++) {
      const [x, y] = [ax + (k / pieces) * (bx - ax), ay + (k / pieces) * (by - ay)]
      const offM = 110 * gradientNoise(x / 310, y / 310, SEED)
      line.push(map.addPoint(x - (offM * (by - ay)) / lengthM, y + (offM * (bx - ax)) / lengthM))
    }
  }
  return [...line, landfall]
}
