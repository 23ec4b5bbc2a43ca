// Areas to avoid, laid on grids: which segments they touch. Throws 400 `invalid_input` where a ring crosses or touches
// itself, or where its coordinates are evidently in the wrong order.

import { ServiceError } from '../../errors.ts'
import type { Box } from '../../geo/lon-lat.ts'
import { PolygonGrid } from '../../geo/polygon-grid.ts'
import type { AvoidArea, AvoidRing } from '../../travel/avoid.ts'

/** `bbox`: of the network, to tell latitudes before longitudes. */
export function layAreas(areas: readonly AvoidArea[], bbox: Box): PolygonGrid[] {
  return areas.map(({ path, rings }) => {
    rings.forEach((ring, i) => checkRing(ring, `${path}[${i}]`, i + 1, bbox))
    return new PolygonGrid(rings)
  })
}

function checkRing(ring: AvoidRing, path: string, number: number, bbox: Box): void {
  const isIn = (x: number, y: number) => x >= bbox[0] && x <= bbox[2] && y >= bbox[1] && y <= bbox[3]
  if (ring.every(([lon, lat]) => isIn(lat, lon)) && !ring.some(([lon, lat]) => isIn(lon, lat)))
    throw fault(
      `${path}[0]`,
      `ring ${number}, vertex 1 [${ring[0].join(', ')}] lies outside the region, and inside it the other way round: ` +
        'the longitude comes first',
    )
  // vertices that differ from the one before
  const kept = ring
    .map((_, i) => i)
    .filter((i) => i === 0 || ring[i][0] !== ring[i - 1][0] || ring[i][1] !== ring[i - 1][1])
  if (kept.length < 4) throw fault(path, `ring ${number} encloses nothing`)
  const grid = new PolygonGrid([ring])
  const count = grid.ax.length
  for (let s = 0; s < count; s++) {
    const next = (s + 1) % count
    const before = (s + count - 1) % count
    const other = grid.findMeeting(
      grid.ax[s],
      grid.ay[s],
      grid.bx[s],
      grid.by[s],
      (t) => t !== s && ((t !== next && t !== before) || turnsBack(grid, t === next ? s : t, t === next ? t : s)),
    )
    if (other < 0) continue
    const words = `ring ${number} crosses or touches itself: its side from vertex ${kept[s] + 1} meets the one from vertex ${kept[other] + 1}`
    throw fault(`${path}[${kept[s]}]`, words)
  }
}

/** Whether a side runs back over the one before it. */
function turnsBack({ ax, ay, bx, by }: PolygonGrid, first: number, second: number): boolean {
  const x1 = bx[first] - ax[first]
  const y1 = by[first] - ay[first]
  const x2 = bx[second] - ax[second]
  const y2 = by[second] - ay[second]
  return x1 * y2 - y1 * x2 === 0 && x1 * x2 + y1 * y2 < 0
}

const fault = (inputPath: string, words: string) =>
  new ServiceError('invalid_input', `\`${inputPath}\`: ${words}.`, { inputPath })
