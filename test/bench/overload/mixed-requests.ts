// What the overload bench asks: a mix of cheap and expensive operations over the places of the live release, the same
// for equal releases.

import type { LoadRequest } from './load-client.ts'

interface Feature {
  name: string | null
  center: [number, number]
}

/** Requests of the mix; `api` is the address of the server, requested its places. */
export async function mixedRequests(api: string, example: [number, number][]): Promise<LoadRequest[]> {
  const names = new Map<string, [number, number]>()
  const centre = example[0]
  const near = (await (
    await fetch(`${api}/search/v1/reverse?lat=${centre[1]}&lon=${centre[0]}&radius_m=20000&limit=50`)
  ).json()) as { features?: Feature[] }
  for (const { name, center } of near.features ?? []) if (name !== null && name.length > 3) names.set(name, center)
  const words = [...names.keys()].slice(0, 20)
  const spots = [...names.values()]
  const at = (i: number): [number, number] => spots[i % spots.length] ?? example[i % 2]
  const requests: LoadRequest[] = []
  const get = (operation: string, weight: number, path: string) =>
    requests.push({ operation, weight, head: `GET ${path} HTTP/1.1\r\nHost: x\r\n`, tail: '\r\n' })
  const post = (operation: string, weight: number, path: string, body: unknown) => {
    const text = JSON.stringify(body)
    requests.push({
      operation,
      weight,
      head: `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`,
      tail: `\r\n${text}`,
    })
  }
  words.forEach((word, i) => {
    get(
      'search',
      1.2,
      `/search/v1/forward?q=${encodeURIComponent(i % 3 === 2 && word.length > 5 ? word.slice(0, 4) + word.slice(5) : word)}`,
    )
    get('reverse', 0.6, `/search/v1/reverse?lat=${at(i)[1]}&lon=${at(i)[0]}&radius_m=1000`)
    const [lon, lat] = at(i)
    get(
      'pois',
      0.3,
      `/pois/v1/bbox?min_lat=${lat - 0.01}&min_lon=${lon - 0.01}&max_lat=${lat + 0.01}&max_lon=${lon + 0.01}`,
    )
    get(
      'elevation',
      0.8,
      `/tiles/v1/elevation/current/sample?points=${Array.from({ length: 20 }, (_, k) => `${(lat + k * 0.0003).toFixed(5)},${(lon + k * 0.0004).toFixed(5)}`).join('%7C')}`,
    )
    post('waypoint-route', 1.2, '/v1/route', {
      waypoints: [at(i), at(i + 7)],
      profile: i % 4 === 3 ? 'bike' : 'hike',
      ...(i % 4 === 3 ? {} : { max_sac: 4 }),
    })
    post('graphql', 0.3, '/graphql', {
      query: `{ route(input: { waypoints: [{at: [${at(i)}]},{at: [${at(i + 3)}]}], settings: {maxSac: T4} }) { lengthM surfaces { pavedM } unknowns { code } } }`,
    })
  })
  get('trails', 2, `/trails/v1/search?q=${encodeURIComponent((words[0] ?? 'weg').slice(0, 3))}`)
  get('status', 2, '/tiles/v1/status')
  const line = Array.from({ length: 400 }, (_, k) => [centre[0] + k * 0.0001, centre[1] + Math.sin(k / 20) * 0.0005])
  post('elevation-profile', 2, '/v1/elevation-profile', { geometry: { type: 'LineString', coordinates: line } })
  const gpx = `<gpx version="1.1" creator="bench"><trk><trkseg>${line.map(([lon, lat]) => `<trkpt lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}"><ele>1200</ele></trkpt>`).join('')}</trkseg></trk></gpx>`
  post('gpx-simplify', 0.6, '/v1/gpx/simplify', { gpx, tolerance_m: 5 })
  for (let i = 0; i < 4; i++)
    post('roundtrips', 0.15, '/v1/roundtrips', { start: example[i % 2], distance_m: 4000 + 1000 * i })
  return requests
}
