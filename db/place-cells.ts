// A server's cache for a remote catalogue: the places in map cells that are queried repeatedly. Queries for nearby
// places return to the same cells, and a round trip alone takes twice as long as SQLite's whole answer. A catalogue
// never changes, so nothing cached goes stale; the cache is bounded. The first query for a cell, boxes of many cells,
// and crowded cells go to the catalogue.

import { LRUCache } from 'lru-cache'
import type { Box, LonLat } from '../src/geo/lon-lat.ts'
import { PLACE_KINDS } from '../src/osm/place-kinds.ts'
import type { Around, Dialect } from './dialect.ts'
import { POINTS_WITH_ROWS } from './postgres-dialect.ts'

/** Cells per degree: a power of two, so that cell edges are exact. */
const PER_DEGREE = 32
/** Cells per query: as many as are read with their rows in one statement. */
const MAX_CELLS = POINTS_WITH_ROWS
export const MOST_IN_CELL = 100
/** Maximum number of cached places and empty cells, about 20 MB. */
const MOST_KEPT = 20_000

/** The places of a cell, or only that there are too many. */
type Content = readonly Around[] | 'crowded'

interface Cell {
  x: number
  y: number
  key: string
}

/** The same dialect, except that a query around one point reads whole cells and caches them. For one catalogue. */
export function withPlaceCells(dialect: Dialect, mostKept = MOST_KEPT): Dialect {
  const kept = new LRUCache<string, Content>({ maxSize: mostKept, sizeCalculation: weightOf })
  const reading = new Map<string, Promise<Content>>()
  const requested = new Set<string>()

  const remember = (key: string, content: Content): Content => {
    kept.set(key, content)
    return content
  }
  /** Reads these cells in one statement. */
  const read = (db: Parameters<Dialect['readAround']>[0], cells: readonly Cell[]): void => {
    const rows = dialect.readAround(
      db,
      cells.map(centreOf),
      cells.map((cell, point) => ({ point, box: boxOf(cell) })),
      null,
      MOST_IN_CELL + 1,
    )
    cells.forEach((cell, point) => {
      const content = rows.then((all) =>
        remember(
          cell.key,
          contentOf(
            cell,
            all.filter((row) => row.point === point),
          ),
        ),
      )
      reading.set(
        cell.key,
        content.finally(() => reading.delete(cell.key)),
      )
    })
  }

  return {
    ...dialect,
    async readAround(db, points, boxes, kinds, limit) {
      const cells = boxes.length === 1 ? cellsOf(boxes[0].box) : []
      if (cells.length === 0) return dialect.readAround(db, points, boxes, kinds, limit)
      const missing = cells.filter(({ key }) => !kept.has(key) && !reading.has(key))
      const isNew = missing.some(({ key }) => !requested.has(key))
      if (requested.size > mostKept) requested.clear()
      for (const { key } of missing) requested.add(key)
      if (isNew) return dialect.readAround(db, points, boxes, kinds, limit)
      if (missing.length > 0) read(db, missing)
      const found = await Promise.all(cells.map(({ key }) => kept.get(key) ?? reading.get(key)!))
      const [
        {
          point,
          box: [west, south, east, north],
        },
      ] = boxes
      const names = kinds?.map((kind): string => PLACE_KINDS[kind])
      const rows: Around[] = []
      for (const content of found) {
        if (content === 'crowded') return dialect.readAround(db, points, boxes, kinds, limit)
        for (const row of content) {
          const isInside = row.lon >= west && row.lon <= east && row.lat >= south && row.lat <= north
          if (isInside && (names === undefined || row.place!.kinds.some((kind) => names.includes(kind))))
            rows.push({ ...row, point })
        }
      }
      return rows
    },
  }
}

const weightOf = (content: Content): number => (content === 'crowded' ? 1 : 1 + content.length)
const cellAt = (degrees: number): number => Math.floor(degrees * PER_DEGREE)
const boxOf = ({ x, y }: Cell): Box => [x / PER_DEGREE, y / PER_DEGREE, (x + 1) / PER_DEGREE, (y + 1) / PER_DEGREE]
const centreOf = ({ x, y }: Cell): LonLat => [(x + 0.5) / PER_DEGREE, (y + 0.5) / PER_DEGREE]

/**
 * `rows` are the places nearest its centre, one more than are cached; those on its far edges belong to its neighbours.
 */
function contentOf({ x, y }: Cell, rows: readonly Around[]): Content {
  if (rows.length > MOST_IN_CELL || rows.some(({ place }) => place === undefined)) return 'crowded'
  return rows.filter(({ lon, lat }) => cellAt(lon) === x && cellAt(lat) === y)
}

/** None if the box spans too many cells. */
function cellsOf([west, south, east, north]: Box): Cell[] {
  const [x0, y0, x1, y1] = [cellAt(west), cellAt(south), cellAt(east), cellAt(north)]
  if ((x1 - x0 + 1) * (y1 - y0 + 1) > MAX_CELLS) return []
  const cells: Cell[] = []
  for (let x = x0; x <= x1; x++) for (let y = y0; y <= y1; y++) cells.push({ x, y, key: `${x},${y}` })
  return cells
}
