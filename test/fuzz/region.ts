// What a fuzz run knows of the region that a server publishes, from its own answers: where it lies, what is
// named there, which things are not published. Values drawn from it reach the code behind the checks.

import { fromGlobalId } from '../../schema/nodes.ts'

export interface Region {
  /** [minLon, minLat, maxLon, maxLat], degrees */
  box: [number, number, number, number]
  waypoints: [number, number][]
  /** of the waypoints, those that lie near a way for bicycles */
  bicycleStarts: [number, number][]
  /** two points that a route joins */
  example: [number, number][]
  names: string[]
  relationIds: number[]
  placeIds: number[]
  /** global ids of GraphQL */
  ids: string[]
  terrainVersion: string
  /** names of the artifacts that are published */
  artifacts: ReadonlySet<string>
}

async function ask(url: string, body?: object): Promise<any> {
  const response = await fetch(
    url,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
  return response.json()
}

export async function findRegion(api: string): Promise<Region> {
  const query = '{ service { release { bbox } artifacts { name version } } }'
  const { data } = await ask(`${api}/graphql`, { query })
  const box = data.service.release.bbox as Region['box']
  const listed = data.service.artifacts as { name: string; version: string | null }[]
  const found = await ask(`${api}/graphql`, {
    query: `query ($box: Box!, $middle: LonLat!) { unnamed: places(where: {area: {box: $box}, named: false}, first: 40) { edges { node { id name location } } } trails(where: {area: {box: $box}}, first: 20) { edges { node { id osmRelation name } } }
      places(where: {area: {near: {at: $middle, withinM: 50000}}}, first: 100) { edges { node { id name } } } }`,
    variables: { box, middle: [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] },
  })
  const nodes = (name: string): any[] => found.data[name].edges.map(({ node }: any) => node)
  const places = nodes('places')
  const locations: [number, number][] = nodes('unnamed').map(({ location }) => location)
  return {
    box,
    example: await findExample(api, locations),
    waypoints: locations,
    bicycleStarts: await findBicycleStarts(api, locations),
    names: [...new Set([...places, ...nodes('trails')].map(({ name }) => name).filter((name) => name !== null))],
    placeIds: [...nodes('unnamed'), ...places].map(({ id }) => Number(fromGlobalId(id)!.id)),
    relationIds: nodes('trails').map(({ osmRelation }) => osmRelation),
    ids: [...nodes('unnamed'), ...nodes('trails'), ...places].map(({ id }) => id),
    terrainVersion: listed.find(({ name }) => name === 'terrain')!.version!,
    artifacts: new Set(listed.filter(({ version }) => version !== null).map(({ name }) => name)),
  }
}

/** The first two places that a path joins. */
async function findExample(api: string, locations: readonly [number, number][]): Promise<[number, number][]> {
  for (const to of locations.slice(1)) {
    const answer = await ask(`${api}/v1/route`, { waypoints: [locations[0], to], snap_radius_m: 2000, max_sac: 6 })
    if (answer.status !== undefined && answer.distance_m > 500)
      return [
        answer.geometry.coordinates[0],
        answer.geometry.coordinates[Math.floor(answer.geometry.coordinates.length / 2)],
        answer.geometry.coordinates.at(-1),
      ].map(([lon, lat]: number[]): [number, number] => [lon, lat])
  }
  throw new Error('no two places of the region are joined by a path')
}

async function findBicycleStarts(api: string, locations: readonly [number, number][]): Promise<[number, number][]> {
  const { sources } = await ask(`${api}/v1/matrix`, { sources: locations, targets: [locations[0]], profile: 'bike' })
  return locations.filter((_location, n) => sources[n] !== null)
}
