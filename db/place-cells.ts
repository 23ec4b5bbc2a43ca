// What a server keeps of a distant catalogue: the places in cells of the map that are asked about again. Questions about what is near come
// back to the same places, and a round trip alone takes twice as long as SQLite's whole answer. A catalogue never changes, so nothing
// kept grows old; what is kept is bounded. The first question about a cell, boxes of many cells, and crowded cells are the catalogue's.

import type { Box, LonLat } from '../src/geo/lon-lat.ts'
import { PLACE_KINDS, type PlaceKind } from '../src/places/place-kinds.ts'
import type { Around, Dialect } from './dialect.ts'

/** Cells of a degree: a power of two, so that edges of cells are exact. */
const PER_DEGREE = 32
/** Cells of one question: as many as are read with their rows in one statement. */
const MAX_CELLS = 4
export const MOST_IN_CELL = 100
/** Places and empty cells kept, some 20 MB. */
export const MOST_KEPT = 20_000

type Cell = readonly Around[] | 'crowded'

/** The dialect as it is, but that looking around one point reads whole cells and keeps them. For one catalogue. */
export function withPlaceCells(dialect: Dialect, mostKept = MOST_KEPT): Dialect {
  const kept = new Map<string, Promise<Cell>>()
  const asked = new Set<string>()
  const weights = new Map<string, number>()
  let weight = 0

  const forget = (key: string): void => {
    kept.delete(key)
    weight -= weights.get(key) ?? 0
    weights.delete(key)
  }
  const weigh = (key: string, promise: Promise<Cell>, cell: Cell): void => {
    if (kept.get(key) !== promise) return // forgotten meanwhile
    const places = cell === 'crowded' ? 1 : 1 + cell.length
    weights.set(key, places)
    weight += places
    for (const oldest of kept.keys()) {
      if (weight <= mostKept) break
      if (oldest !== key) forget(oldest)
    }
  }
  /** Reads those cells by one statement. */
  const read = (db: Parameters<Dialect['readAround']>[0], cells: readonly (readonly [x: number, y: number])[]): void => {
    const rows = dialect.readAround(db, cells.map(centreOf), cells.map((cell, point) => ({ point, box: boxOf(cell) })), null, MOST_IN_CELL + 1)
    cells.forEach(([x, y], point) => {
      const key = `${x},${y}`
      const cell = rows.then((all): Cell => {
        const near = all.filter((row) => row.point === point)
        return near.length > MOST_IN_CELL || near.some(({ place }) => place === undefined) ? 'crowded' : near.filter(({ lon, lat }) => cellAt(lon) === x && cellAt(lat) === y)
      })
      kept.set(key, cell)
      cell.then((places) => weigh(key, cell, places), () => kept.get(key) === cell && forget(key))
    })
  }

  return {
    ...dialect,
    async readAround(db, points, boxes, kinds, limit) {
      const cells = boxes.length === 1 ? cellsOf(boxes[0].box) : []
      if (cells.length === 0) return dialect.readAround(db, points, boxes, kinds, limit)
      const missing = cells.filter(([x, y]) => !kept.has(`${x},${y}`))
      const isNew = missing.filter(([x, y]) => !asked.has(`${x},${y}`)).length > 0
      if (asked.size > mostKept) asked.clear()
      for (const [x, y] of missing) asked.add(`${x},${y}`)
      if (isNew) return dialect.readAround(db, points, boxes, kinds, limit)
      if (missing.length > 0) read(db, missing)
      const found = await Promise.all(cells.map(([x, y]) => {
        const key = `${x},${y}`
        const cell = kept.get(key)!
        // the last used goes last
        kept.delete(key)
        kept.set(key, cell)
        return cell
      }))
      const [{ point, box: [west, south, east, north] }] = boxes
      const rows: Around[] = []
      for (const cell of found) {
        if (cell === 'crowded') return dialect.readAround(db, points, boxes, kinds, limit)
        for (const row of cell) {
          const isInside = row.lon >= west && row.lon <= east && row.lat >= south && row.lat <= north
          if (isInside && (kinds === null || kinds.includes(PLACE_KINDS.indexOf(row.place!.kind as PlaceKind)))) rows.push({ ...row, point })
        }
      }
      return rows
    },
  }
}

const cellAt = (degrees: number): number => Math.floor(degrees * PER_DEGREE)
const boxOf = ([x, y]: readonly [number, number]): Box => [x / PER_DEGREE, y / PER_DEGREE, (x + 1) / PER_DEGREE, (y + 1) / PER_DEGREE]
const centreOf = ([x, y]: readonly [number, number]): LonLat => [(x + 0.5) / PER_DEGREE, (y + 0.5) / PER_DEGREE]

/** None where the box spans too many to be looked up. */
function cellsOf([west, south, east, north]: Box): (readonly [number, number])[] {
  const [x0, y0, x1, y1] = [cellAt(west), cellAt(south), cellAt(east), cellAt(north)]
  if ((x1 - x0 + 1) * (y1 - y0 + 1) > MAX_CELLS) return []
  const cells: (readonly [number, number])[] = []
  for (let x = x0; x <= x1; x++) for (let y = y0; y <= y1; y++) cells.push([x, y])
  return cells
}
