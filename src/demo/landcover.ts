// Land cover: forest, meadow, scree and rock by height and slope, beaches in the flat bays, lakes, the coast, a nature
// reserve, and the island's boundaries. Areas in the plane, metres; rings run as OSM requires.
// Never leaves a ring open; an area with holes becomes a multipolygon relation.

import type { DemoMap, DemoMember, Tags } from './demo-map.ts'
import type { Ground } from './find-trail.ts'
import { COLS, ROWS, xOfCell, yOfCell } from './island-grid.ts'
import { blur } from './island-terrain.ts'
import type { Waters } from './lay-water.ts'
import { fractalNoise } from './seeded-noise.ts'
import type { Plane } from './smooth-line.ts'
import { inRing, signedAreaM2, traceRings } from './trace-rings.ts'

const SEED = 500

/** Adds a closed way; the first point is shared by both ends. */
export function addRing(map: DemoMap, ring: readonly Plane[], tags: Tags): number {
  const points = ring.slice(0, -1).map(([xM, yM]) => map.addPoint(xM, yM))
  return map.addWay([...points, points[0]], tags)
}

/** Outer rings become areas; those with holes multipolygons. */
function addAreas(map: DemoMap, rings: Plane[][], tags: (index: number) => Tags): void {
  const outers = rings.filter((ring) => signedAreaM2(ring) > 0)
  const holes = rings.filter((ring) => signedAreaM2(ring) < 0)
  outers.forEach((outer, index) => {
    const inside = holes.filter((hole) => inRing(hole[0][0], hole[0][1], outer))
    if (inside.length === 0) {
      addRing(map, outer, tags(index))
      return
    }
    const members: DemoMember[] = [{ type: 'way', index: addRing(map, outer, {}), role: 'outer' }]
    for (const hole of inside) members.push({ type: 'way', index: addRing(map, hole, {}), role: 'inner' })
    map.addRelation(members, { type: 'multipolygon', ...tags(index) })
  })
}

export function addLandcover(map: DemoMap, ground: Ground, waters: Waters): void {
  const { heightM, shore, slope } = ground
  const count = COLS * ROWS
  const forest = new Float32Array(count)
  const meadow = new Float32Array(count)
  const rock = new Float32Array(count)
  const beach = new Float32Array(count)
  const lake = new Uint8Array(count)
  for (const { cells } of waters.lakes) for (const cell of cells) lake[cell] = 1
  const gentle = blur(slope, 1)
  for (let cell = 0; cell < count; cell++) {
    if (shore[cell] <= 0.013) {
      // the beach: a strip across the coast line where the land behind is flat
      const sandy = fractalNoise(xOfCell(cell) / 1400, yOfCell(cell) / 1400, 2, SEED + 7) > 0.12
      if (sandy && shore[cell] > 0 && gentle[cell] < 0.08) beach[cell] = 1
      continue
    }
    const height = heightM[cell]
    const patch = fractalNoise(xOfCell(cell) / 900, yOfCell(cell) / 900, 3, SEED)
    const treeline = 1250 + 200 * patch
    if (lake[cell]) continue
    forest[cell] = height > 60 && height < treeline && gentle[cell] < 0.95 && patch > -0.12 ? 1 : 0
    rock[cell] = gentle[cell] > 1.02 || height > 1950 ? 1 : 0
    meadow[cell] = !forest[cell] && !rock[cell] && height > 25 && gentle[cell] < 0.75 ? 1 : 0
  }
  addAreas(map, traceRings(blur(forest, 2), 0.5, 42, 90_000), (i) => ({
    natural: 'wood',
    ...(i === 0 ? { name: 'Großer Föhrenwald' } : i === 1 ? { name: 'Mata Escura' } : {}),
  }))
  addAreas(
    map,
    traceRings(blur(meadow, 2), 0.5, 42, 90_000),
    (i): Tags => (i % 3 === 2 ? { natural: 'heath' } : i % 3 === 1 ? { natural: 'grassland' } : { landuse: 'meadow' }),
  )
  addAreas(map, traceRings(blur(rock, 1), 0.5, 38, 70_000), (i) => ({ natural: i % 3 === 2 ? 'scree' : 'bare_rock' }))
  addAreas(map, traceRings(blur(beach, 1), 0.3, 12, 12_000), (i) => ({
    natural: 'beach',
    surface: i % 2 ? 'pebblestone' : 'sand',
    ...(i === 0 ? { name: 'Seehundsstrand' } : {}),
  }))
  for (const { name, cells, levelM } of waters.lakes) {
    const field = new Float32Array(count)
    for (const cell of cells) field[cell] = 1
    const [ring] = traceRings(blur(field, 1), 0.45, 4, 1000)
    addRing(map, ring, { natural: 'water', water: 'lake', name, ele: String(levelM) })
  }
}
