// Learns what the server serves, through the interface alone: the box of the region from the capabilities, places in
// it, a route that joins two of them, a trail, a name. What is not found is left out; the cases that need it say so.

import type { Client } from './client.ts'
import type { Known } from './known.ts'
import { type Box, distanceM, type LonLat } from './lines.ts'
import { type Ask, get, post } from './operation.ts'

const MAX_SIDE = 1.9
const TRIES = 40
const LOOP_KM = [5, 10]

/** `box`: given by the caller where the server does not tell it. */
export async function findRegion(client: Client, known: Known, box: Box | null): Promise<void> {
  const ask = async (question: Ask): Promise<any> => {
    const { status, json } = await client.send(question)
    return status === 200 ? json : null
  }
  const manifest = await ask(get('/pmtiles/current/manifest.json'))
  const version = manifest?.artifacts?.terrain?.version
  if (typeof version === 'string') known.learn({ terrainVersion: version })
  const capabilities = client.hasSite ? await ask(get('/api/route/capabilities', {}, 'site')) : null
  const whole = box ?? capabilities?.region_bbox
  if (!Array.isArray(whole) || whole.length !== 4 || !whole.every(Number.isFinite)) return
  const part = middleOf(whole as Box)
  known.learn({ box: part })
  const sides = { min_lat: part[1], min_lon: part[0], max_lat: part[3], max_lon: part[2] }

  const trails = await ask(get('/trails/v1/bbox', sides))
  const [trail] = listOf(trails?.features).filter(({ properties }) => typeof properties?.name === 'string')
  if (trail !== undefined) known.learn({ relationId: trail.properties.relation_id, trailName: trail.properties.name })
  const spots = listOf((await ask(get('/pois/v1/bbox', { ...sides, limit: 500 })))?.pois)
    .filter(({ lat, lon }) => Number.isFinite(lat) && Number.isFinite(lon))
    .map(({ lat, lon }): LonLat => [lon, lat])
  for (const [lon, lat] of spots.slice(0, 5)) {
    const [found] = listOf((await ask(get('/search/v1/reverse', { lat, lon, radius_m: 50_000, limit: 1 })))?.features)
    if (found === undefined) continue
    known.learn({ name: found.name, place: [lon, lat] })
    break
  }
  for (const [from, to] of pairsOf(spots)) {
    const route = await ask(post('/v1/route', { waypoints: [from, to], snap_radius_m: 1000, max_sac: 6 }))
    const positions = listOf(route?.geometry?.coordinates)
    if (positions.length < 10 || positions.length > 2000 || !(route.distance_m > 2000)) continue
    known.learn({ line: positions.map(([lon, lat]): LonLat => [lon, lat]) })
    if (positions.every(([, , height]) => Number.isFinite(height)))
      known.learn({ heights: positions.map(([, , height]): number => height) })
    break
  }
  for (const start of spots.slice(0, 12))
    for (const km of LOOP_KM)
      if ((await ask(post('/v1/roundtrips', { start, distance_km: km }))) !== null)
        return known.learn({ loop: { start, km } })
}

/** The middle of a region, no larger than an area lookup may be. */
function middleOf([minLon, minLat, maxLon, maxLat]: Box): Box {
  const cut = (low: number, high: number): [number, number] =>
    high - low <= MAX_SIDE ? [low, high] : [(low + high - MAX_SIDE) / 2, (low + high + MAX_SIDE) / 2]
  const [west, east] = cut(minLon, maxLon)
  const [south, north] = cut(minLat, maxLat)
  return [west, south, east, north]
}

/** Places 2 to 12 km apart, nearest to 4 km first, no place more than a few times. */
function pairsOf(spots: readonly LonLat[]): [LonLat, LonLat][] {
  const pairs = spots.slice(0, 60).flatMap((from, index) =>
    spots
      .slice(index + 1, 120)
      .map((to) => ({ from, to, apartM: distanceM(from, to) }))
      .filter(({ apartM }) => apartM > 2000 && apartM < 12_000)
      .sort((a, b) => Math.abs(a.apartM - 4000) - Math.abs(b.apartM - 4000))
      .slice(0, 2),
  )
  return pairs.slice(0, TRIES).map(({ from, to }) => [from, to])
}

const listOf = (value: unknown): any[] => (Array.isArray(value) ? value : [])
