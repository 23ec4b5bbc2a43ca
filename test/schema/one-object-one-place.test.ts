// One object of the map is one place, on the demo region: no two of an answer are the same object, what REST's records
// say of it is what the place says, and whatever has an id is found by it.

import { isObjectType, isInterfaceType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'
import { getJson, postJson } from '../support/fake-services.ts'
import { sharedServer } from '../support/shared-server.ts'

interface Node {
  __typename: string
  id: string
  osm: { type: string; id: number }
  name: string | null
  location: [number, number]
  kinds: string[]
  tags: { key: string; value: string }[]
}
interface PoiRecord extends Record<string, unknown> {
  osm_type: string
  osm_id: number
  name: string | null
  kinds: string[]
}

const OWN_FIELDS = ['id', 'osm_type', 'osm_id', 'kind', 'kinds', 'name', 'lat', 'lon', 'ele']
const keyOf = (type: string, id: number): string => `${type.toLowerCase()}/${id}`

let places: Node[]
let records: PoiRecord[]
let api: string

async function ask(query: string, variables: object) {
  const { body } = await postJson(`${api}/graphql`, { query, variables })
  expect(body.errors).toBeUndefined()
  return body.data
}

beforeAll(async () => {
  const { site, ...server } = await sharedServer()
  api = server.api
  const box = (await getJson(`${site}/api/route/capabilities`)).body.region_bbox as number[]
  const [minLon, minLat, maxLon, maxLat] = box
  const sides = new URLSearchParams({
    min_lat: String(minLat),
    min_lon: String(minLon),
    max_lat: String(maxLat),
    max_lon: String(maxLon),
    limit: '10000',
  })
  records = (await getJson(`${api}/pois/v1/bbox?${sides}`)).body.pois
  places = []
  for (let after: string | null = null; ; ) {
    const data: any = await ask(
      'query ($box: Box!, $after: String) { places(where: {area: {box: $box}}, first: 1000, after: $after) { pageInfo { hasNextPage endCursor } nodes { __typename id osm { type id } name location kinds tags { key value } } } }',
      { box, after },
    )
    places.push(...data.places.nodes)
    if (!data.places.pageInfo.hasNextPage) break
    after = data.places.pageInfo.endCursor
  }
})

describe('places', () => {
  test('of an answer are different objects of the map', () => {
    expect(places.length).toBeGreaterThan(100)
    expect(new Set(places.map(({ osm }) => keyOf(osm.type, osm.id))).size).toBe(places.length)
    expect(new Set(places.map(({ id }) => id)).size).toBe(places.length)
  })

  test('have all tags and kinds of the record that REST has of them', () => {
    expect(records.length).toBeGreaterThan(50)
    const byKey = new Map(places.map((place) => [keyOf(place.osm.type, place.osm.id), place]))
    for (const record of records) {
      const place = byKey.get(keyOf(record.osm_type, record.osm_id))!
      const tags = Object.fromEntries(place.tags.map(({ key, value }) => [key, value]))
      for (const [key, value] of Object.entries(record))
        if (!OWN_FIELDS.includes(key)) expect(tags[key.replace(/^tag:/, '')], key).toBe(value)
      if (record.name !== null) expect(tags['name']).toBe(record.name)
      const kinds = record.kinds.map((kind) => kind.toUpperCase())
      expect(place.kinds).toEqual(expect.arrayContaining(kinds.filter((kind) => kind !== 'BUS_STOP')))
    }
  })

  test('are found by the ids that they have, and by those that outdoor places had', async () => {
    const some = places.filter((_, i) => i % 20 === 0).slice(0, 50)
    const old = some.map(({ id }) =>
      Buffer.from(Buffer.from(id, 'base64url').toString().replace('Place:', 'OutdoorPlace:')).toString('base64url'),
    )
    const fields = '{ __typename ... on Place { id osm { type id } name location kinds tags { key value } } }'
    const data = await ask(
      `query ($now: [ID!]!, $old: [ID!]!) { now: nodes(ids: $now) ${fields} old: nodes(ids: $old) ${fields} }`,
      {
        now: some.map(({ id }) => id),
        old,
      },
    )
    expect(data.now).toEqual(some)
    expect(data.old).toEqual(some)
  })
})

test('what is called id is the id of a node, but for that of an object of OpenStreetMap', () => {
  const found: string[] = []
  for (const type of Object.values(schema.getTypeMap())) {
    if ((!isObjectType(type) && !isInterfaceType(type)) || type.name.startsWith('__')) continue
    const id = type.getFields()['id']
    if (id === undefined) continue
    const isNode = type.name === 'Node' || type.getInterfaces().some(({ name }) => name === 'Node')
    if (!isNode || String(id.type) !== 'ID!') found.push(`${type.name}.id: ${String(id.type)}`)
  }
  expect(found).toEqual(['OsmKey.id: OsmId!'])
})
