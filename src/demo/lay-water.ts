// Lakes dug into the valleys, and streams where enough water gathers: lines from source or confluence to confluence or
// sea.
// Areas in square metres, heights in metres. A stream never runs uphill: it follows the drainage of the finished land.

import type { DemoMap } from './demo-map.ts'
import { bestCell, digLake, slopeField } from './find-landforms.ts'
import { CELL_X_M, CELL_Y_M, COLS, xOfCell, yOfCell } from './island-grid.ts'
import { drain, type IslandTerrain } from './island-terrain.ts'
import { roundOff, type DemoLine } from './lay-network.ts'
import { hashShare } from './seeded-noise.ts'

const STREAM_AREA_M2 = 450_000
const MIN_STREAM_M = 400

const LAKES = [
  { name: 'Kesselsee', xM: -1000, yM: -750, radiusM: 150 },
  { name: 'Lagoa da Névoa', xM: 450, yM: 1500, radiusM: 120 },
  { name: 'Loch Torrask', xM: 1750, yM: -1600, radiusM: 190 },
  { name: 'Süßer See', xM: -4300, yM: 600, radiusM: 140 },
  { name: 'Ziegensee', xM: -2600, yM: 2050, radiusM: 130 },
  { name: 'Grünauge', xM: 3900, yM: 740, radiusM: 110 },
]
const STREAM_NAMES = [
  'Süßbach',
  'Ribeira da Brunha',
  'Torrask Burn',
  'Kehrenbach',
  'Ribeira Escura',
  'Möwenbach',
  'Allt Velmar',
  'Schäumende Öd',
  'Grünbach',
  'Ribeira do Corvino',
  'Föhrenbach',
  'Gannet Burn',
  'Nebelgraben',
  'Ziegenbach',
]

export interface Waters {
  lakes: { name: string; cells: number[]; levelM: number }[]
  streams: DemoLine[]
  areaM2: Float32Array
  isStream: Uint8Array
}

/** Digs the lakes (changing `heightM`) and lays the streams. */
export function layWater(map: DemoMap, { heightM, shore, land }: IslandTerrain): Waters {
  const before = drain(heightM, land).areaM2
  const steep = slopeField(heightM)
  const lakes = LAKES.map(({ name, xM, yM, radiusM }) => {
    const centre = bestCell(xM, yM, 450, (cell) => (land[cell] && before[cell] > 90_000 ? steep[cell] : 1e6))
    return { name, cells: digLake(heightM, centre, radiusM), levelM: heightM[centre] }
  })
  const { receiver, areaM2 } = drain(heightM, land)
  // a levelled lake has its own pits: water leaves it where it did before
  const lakeOf = new Map(lakes.flatMap((lake, i) => lake.cells.map((cell) => [cell, i] as const)))
  const isStream = new Uint8Array(heightM.length)
  for (let cell = 0; cell < isStream.length; cell++)
    isStream[cell] = land[cell] && before[cell] > STREAM_AREA_M2 ? 1 : 0
  const flow = drainThroughLakes(receiver, before, lakes, lakeOf)
  const donors = new Uint8Array(heightM.length)
  for (let cell = 0; cell < isStream.length; cell++) if (isStream[cell] && flow[cell] !== cell) donors[flow[cell]] += 1
  const points = new Map<number, number>()
  const pointAt = (cell: number) => {
    let point = points.get(cell)
    if (point === undefined) {
      const jitterX = (hashShare(cell, 5, 3) - 0.5) * 0.7 * CELL_X_M
      const jitterY = (hashShare(cell, 6, 3) - 0.5) * 0.7 * CELL_Y_M
      points.set(cell, (point = map.addPoint(xOfCell(cell) + jitterX, yOfCell(cell) + jitterY)))
    }
    return point
  }
  const runs: number[][] = []
  for (let cell = 0; cell < isStream.length; cell++) {
    if (!isStream[cell] || (donors[cell] === 1 && shore[cell] > 0)) continue
    const cells = [cell]
    while (flow[cells[cells.length - 1]] !== cells[cells.length - 1]) {
      const next = flow[cells[cells.length - 1]]
      cells.push(next)
      if (!land[next] || donors[next] > 1 || cells.length > 500) break
    }
    const isSource = donors[cell] === 0
    if (cells.length < 2 || (isSource && cells.length * CELL_Y_M < MIN_STREAM_M)) continue
    runs.push(cells)
  }
  runs.sort((a, b) => before[b[b.length - 2]] - before[a[a.length - 2]] || a[0] - b[0])
  const nameAt = new Map<number, string>()
  let named = 0
  const streams = runs.map((cells): DemoLine => {
    const end = cells[cells.length - 1]
    const line = cells.map(pointAt)
    if (!land[end]) trimToShore(map, line, cells, shore)
    const name = land[end] ? undefined : STREAM_NAMES[named++]
    if (name !== undefined) nameAt.set(cells[0], name)
    return { kind: 'stream', points: roundOff(map, line, 1), plan: -1, name, tags: { waterway: 'stream' } }
  })
  // above a confluence the name continues along the larger stream
  runs.forEach((cells, i) => {
    const end = cells[cells.length - 1]
    const name = nameAt.get(end)
    if (streams[i].name === undefined && name !== undefined) {
      streams[i].name = name
      nameAt.set(cells[0], name)
      nameAt.delete(end)
    }
  })
  return { lakes, streams, areaM2, isStream }
}

/** The last point of a stream moves to the coast, between its last cell on land and the first at sea. */
function trimToShore(map: DemoMap, line: number[], cells: number[], shore: Float32Array): void {
  const sea = cells[cells.length - 1]
  const dry = cells[cells.length - 2]
  const share = shore[dry] / (shore[dry] - shore[sea])
  const [from, to] = [line[line.length - 2], line[line.length - 1]]
  line[line.length - 1] = map.addPoint(
    map.xM[from] + share * (map.xM[to] - map.xM[from]),
    map.yM[from] + share * (map.yM[to] - map.yM[from]),
  )
}

/** Receivers in which all water of a lake leaves by its outlet (the cell of the largest catchment before). */
function drainThroughLakes(
  receiver: Int32Array,
  before: Float32Array,
  lakes: { cells: number[] }[],
  lakeOf: Map<number, number>,
): Int32Array {
  const flow = receiver.slice()
  for (const { cells } of lakes) {
    const inside = new Set(cells)
    const outlet = cells.reduce((best, cell) => (before[cell] > before[best] ? cell : best))
    // breadth first from the outlet: each lake cell drains towards it
    const queue = [outlet]
    const seen = new Set(queue)
    for (let i = 0; i < queue.length; i++) {
      for (const step of [-1, 1, -COLS, COLS]) {
        const next = queue[i] + step
        if (!inside.has(next) || seen.has(next)) continue
        seen.add(next)
        flow[next] = queue[i]
        queue.push(next)
      }
    }
    if (lakeOf.has(flow[outlet])) flow[outlet] = outlet
  }
  return flow
}
