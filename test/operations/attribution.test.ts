// Whose data an answer carries is named in it: every operation, every form, every file.

import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import { FILE_FORMATS } from '../../src/course/files/file-content.ts'
import { readFile } from '../../src/course/files/read-file.ts'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { askExample } from '../support/record-examples.ts'
import { SPEC } from '../support/spec-table.ts'
import { askGraphql, getJson, postJson } from './transports.ts'

const SOURCES = {
  map: {
    name: 'OpenStreetMap',
    text: '© OpenStreetMap contributors',
    licence: 'ODbL-1.0',
    url: 'https://www.openstreetmap.org/copyright',
  },
  heights: { name: 'Terrain model', text: 'Heights of A & B', licence: 'CC-BY-4.0', url: null },
  basemap: { name: 'Basemap', text: 'Drawn by C', licence: null, url: null },
}
type Source = keyof typeof SOURCES
const named = (...sources: Source[]) =>
  sources.map((source) => SOURCES[source]).map(({ text, licence, url }) => ({ text, licence, url }))
/** In the order of the release. */
const EVERY: Source[] = ['map', 'heights', 'basemap']
const TRAIL = 7

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ catalogue: fakeCatalogue(), metering: false })
  const { releases } = app.services
  app.services.releases = {
    ...releases,
    findLive: () => ({ ...releases.findLive()!, attributions: EVERY.map((source) => SOURCES[source]) }),
  }
})
afterAll(() => app.close())

describe('answers of REST', () => {
  const rows = OPERATION_ROWS.filter(({ plain, picture }) => plain !== true && picture === undefined)

  test.each(rows.map((row) => [row.operationId ?? row.operation.id, row] as const))(
    '%s names the sources of the table, and no other',
    async (_id, row) => {
      const response = await askExample(app, row, null)
      const body = (await response.json()) as { attribution?: unknown[] }
      // what the fake services refuse is no answer
      if (!response.ok) return expect(body.attribution).toBeUndefined()
      const { sources } = SPEC[row.operation.id]
      if (sources.length === 0) expect(body).not.toHaveProperty('attribution')
      else expect(body.attribution?.slice(-sources.length)).toEqual(named(...sources))
    },
  )

  test('weather and snow name their own sources beside those of the heights', async () => {
    const forecast = await getJson(`${app.site}/api/weather/forecast?p=42.5,1.5&d=1`)
    expect(forecast.body.provider.attribution).toMatch(/\w/)
    expect(forecast.body.attribution).toEqual(named('heights'))
    const snow = await getJson(`${app.api}/tiles/v1/snow/route-forecast?points=42.5,1.5`)
    expect(snow.body.attribution.at(-1)).toEqual(named('heights')[0])
  })

  test('a file that a caller sent is nobody else’s; one with the map in it names the map', async () => {
    const geometry = {
      type: 'LineString',
      coordinates: [
        [1.5, 42.5, 10],
        [1.51, 42.5, 20],
      ],
    }
    const ask = async (body: object) => (await postJson(`${app.api}/v1/course`, { format: 'fit', ...body })).body
    expect(await ask({ geometry })).not.toHaveProperty('attribution')
    expect((await ask({ geometry, map_sources: true })).attribution).toEqual(named('map', 'heights'))
  })
})

describe('files', () => {
  test.each(FILE_FORMATS)('%s of a route names the map and the heights, or says that it cannot', async (format) => {
    const waypoints = [
      [1.5, 42.5],
      [1.52, 42.5],
    ]
    const { body } = await postJson(`${app.api}/v1/course`, { route: { waypoints }, format })
    const file = body.text ?? Buffer.from(body.bytes, 'base64').toString('latin1')
    const names = ['© OpenStreetMap contributors', 'Heights of A']
    if (body.lost.some(({ code }: { code: string }) => code === 'attribution'))
      for (const name of names) expect(JSON.stringify(body.lost)).toContain(name)
    else for (const name of names) expect(file).toContain(name)
    expect(body.attribution).toEqual(named('map', 'heights'))
  })

  test('GPX of a signed trail names the map, with licence and bounds, and holds the same line as GeoJSON', async () => {
    const path = `${app.api}/trails/v1/relation/${TRAIL}`
    const { body } = await getJson(path)
    expect(body.attribution).toEqual(named('map'))
    const text = await (await fetch(`${path}?format=gpx`)).text()
    const { metadata } = new XMLParser({ ignoreAttributes: false }).parse(text).gpx
    expect(metadata).toMatchObject({
      desc: '© OpenStreetMap contributors (ODbL-1.0)',
      copyright: { '@_author': '© OpenStreetMap contributors', license: 'https://spdx.org/licenses/ODbL-1.0' },
      link: { '@_href': 'https://www.openstreetmap.org/copyright', text: 'OpenStreetMap' },
      bounds: { '@_minlat': expect.stringMatching(/^-?\d/) },
    })
    const read = readFile(text, 10_000)
    const positions = body.geometry.coordinates.flat()
    expect([...read.lon].map((lon, i) => [lon, read.lat[i]])).toEqual(positions)
    expect(positions.length).toBeGreaterThan(1)
  })
})

test('what Waypost writes of a source is in the language of the request, in answers, files and documents', async () => {
  const german = '© OpenStreetMap-Mitwirkende'
  const path = `${app.api}/trails/v1/relation/${TRAIL}`
  const answer = await getJson(`${path}?language=de`)
  expect([answer.body.attribution[0].text, answer.headers.get('content-language')]).toEqual([german, 'de'])
  expect(await (await fetch(`${path}?format=gpx&language=de`)).text()).toContain(`${german} (ODbL-1.0)`)
  const { data } = await askGraphql(app, '{ attribution { text(language: "de-AT") textSentence { code } } }')
  expect(data.attribution[0]).toEqual({ text: german, textSentence: { code: 'source.openstreetmap' } })
})

describe('GraphQL', () => {
  const FIELDS = 'attribution { text licence url }'

  test('the document names all sources once, and the service does', async () => {
    const { data, cost } = await askGraphql(app, `{ ${FIELDS} service { ${FIELDS} release { networkRelease } } }`)
    expect(data.attribution).toEqual(named(...EVERY))
    expect(data.service.attribution).toEqual(data.attribution)
    expect(cost?.charged ?? 0).toBe(0)
  })

  test('an event of a subscription does', async () => {
    const query = `subscription { conditions(line: { trail: { osmRelation: ${TRAIL} } }) { ${FIELDS} course { __typename } } }`
    const response = await fetch(`${app.api}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query }),
    })
    let text = ''
    for await (const chunk of response.body!) {
      text += Buffer.from(chunk).toString()
      if (text.includes('event: next') && text.includes('\n\n')) break
    }
    const { data } = JSON.parse(/^data: (\{.*)$/m.exec(text)![1])
    expect(data.conditions.attribution).toEqual(named(...EVERY))
  })
})

test('while nothing is published there is nobody to name', async () => {
  const { releases } = app.services
  app.services.releases = { ...releases, findLive: () => null }
  try {
    expect((await getJson(`${app.api}/tiles/v1/status`)).body.attribution).toEqual([])
    expect((await askGraphql(app, '{ attribution { text } }')).data.attribution).toEqual([])
  } finally {
    app.services.releases = releases
  }
})
