// How true the outlines of a reach are, each engine judged by its own times: of random junctions, which lie within the
// polygons though they are not within reach, or outside though they are. Vertices tell how fine the outlines are.

import type { Peer } from '../peer/valhalla.ts'
import { holdsPoint } from '../../support/ring-checks.ts'

type LonLat = [number, number]
type Polygon = LonLat[][]

/** Of one engine, over all starts. */
export interface Quality {
  points: number
  wrong: number
  vertices: number
  areaKm2: number
}

export const noQuality = (): Quality => ({ points: 0, wrong: 0, vertices: 0, areaKm2: 0 })

/** `isReached` by point; null: unknown. */
export function judge(quality: Quality, polygons: Polygon[], points: LonLat[], isReached: (boolean | null)[]): void {
  points.forEach((point, i) => {
    if (isReached[i] === null) return
    quality.points++
    if (polygons.some((polygon) => holdsPoint(polygon, point)) !== isReached[i]) quality.wrong++
  })
  for (const ring of polygons.flat()) {
    quality.vertices += ring.length - 1
    quality.areaKm2 += Math.abs(ringKm2(ring)) * (polygons.some(([outer]) => outer === ring) ? 1 : -1)
  }
}

export function qualityText({ points, wrong, vertices, areaKm2 }: Quality): string {
  const perKm2 = (vertices / areaKm2).toFixed(1)
  return `${((100 * wrong) / points).toFixed(2)} % of ${points} junctions misjudged, ${perKm2} vertices a km2`
}

/** Whether Valhalla itself comes from a start to each point in so many minutes; null where it says nothing. */
export async function reachedByPeer(
  peer: Peer,
  costing: object,
  [lon, lat]: LonLat,
  points: LonLat[],
  minutes: number,
): Promise<(boolean | null)[]> {
  const text = JSON.stringify({
    sources: [{ lon, lat }],
    targets: points.map(([x, y]) => ({ lon: x, lat: y })),
    ...costing,
  })
  const [row] = (JSON.parse(await peer.matrix(text)) as { sources_to_targets: { time: number | null }[][] })
    .sources_to_targets
  return row.map(({ time }) => (time === null ? null : time <= minutes * 60))
}

/** Of the isochrone's features, all of one contour. */
export function peerPolygons(answer: string): Polygon[] {
  const { features } = JSON.parse(answer) as { features: { geometry: { type: string; coordinates: unknown } }[] }
  return features.flatMap(({ geometry: { type, coordinates } }) =>
    type === 'Polygon' ? [coordinates as Polygon] : (coordinates as Polygon[]),
  )
}

/** On a plane around the ring: near enough for a count of vertices. */
function ringKm2(ring: LonLat[]): number {
  const kmLon = 111.32 * Math.cos((ring[0][1] * Math.PI) / 180)
  let sum = 0
  for (let i = 1; i < ring.length; i++) sum += ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1]
  return (sum / 2) * kmLon * 110.57
}
