import { toGlobalId } from '../../schema/nodes.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ASCENT_METHOD } from '../../src/geo/climb.ts'
import { distanceM, type LonLat } from '../../src/geo/lon-lat.ts'
import { say } from '../../src/language/sentence.ts'
import { languagesOf, nameIn } from '../../src/places/read-names.ts'
import {
  type FakeCatalogue,
  fakeCatalogue,
  fakePlace,
  fakePlaces,
  fakePois,
  fakeTrail,
} from '../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { askGraphql } from './transports.ts'

let app: FakeApp
let catalogue: FakeCatalogue
const start = async (metering = false) => {
  app = await startFakeApp({ catalogue, metering })
}
beforeEach(() => {
  catalogue = fakeCatalogue()
})
afterEach(() => app.close())
const ask = (query: string, variables?: object) => askGraphql(app, query, variables)

describe('search', () => {
  test('says of each result how it was found and why it stands where it does', async () => {
    await start()
    const { data, errors } = await ask(
      '{ search(text: "Zuerichberg", first: 3) { totalCount truncated edges { cursor match why { score foundBy name languages matchedName typoCount terms { term points reason } } node { ... on Place { osm { type id } name kind elevationM elevationSource region } } } nodes { __typename } pageInfo { hasNextPage endCursor } } }',
    )
    expect(errors).toBeUndefined()
    const [{ node, cursor, match, why }] = data.search.edges
    expect(match).toBe('FUZZY')
    expect(node).toEqual({
      osm: { type: 'NODE', id: 2 },
      name: 'Zürichberg',
      kind: 'PEAK',
      elevationM: 2345,
      elevationSource: 'TERRAIN',
      region: 'Talland',
    })
    expect(why).toMatchObject({
      foundBy: 'WHOLE_NAME',
      name: 'NAME',
      languages: [],
      matchedName: 'Zürichberg',
      typoCount: 0,
    })
    expect(why.terms.map((term: any) => term.term)).toEqual(['MATCH', 'KIND', 'PROMINENCE'])
    expect(why.terms.reduce((sum: number, term: any) => sum + term.points, 0)).toBeCloseTo(why.score, 6)
    expect(data.search).toMatchObject({ totalCount: 1, truncated: false, nodes: [{ __typename: 'Place' }] })
    expect(data.search.pageInfo).toEqual({ hasNextPage: false, endCursor: cursor })
  })

  test('finds places and trails in one order, and tells which name answered', async () => {
    await start()
    const find = async (args: string) =>
      (
        await ask(
          `{ search(${args}) { edges { why { foundBy name languages } node { __typename ... on Spot { name } ... on Trail { name } } } } }`,
        )
      ).data.search.edges.map(({ node, why }: any) => [node.__typename, node.name, why.foundBy, why.name])
    expect(await find('text: "Great Mills"')).toEqual([['Place', 'Großmühlen', 'WHOLE_NAME', 'ALTERNATIVE']])
    expect(await find('text: "Obere"')).toEqual([['Place', 'Obere Hütte', 'WHOLE_WORDS', 'NAME']])
    expect(await find('text: "Hohenweg"')).toEqual([['Trail', 'Höhenweg', 'WHOLE_NAME', 'NAME']])
    expect(await find('text: "Höhenweg", where: {kinds: [PEAK]}')).toEqual([])
    expect(await find('text: "Neuhaus", where: {kinds: [HUT]}')).toEqual([
      ['Place', 'Neuhaus Hütte', 'WHOLE_WORDS', 'NAME'],
      ['Place', 'Neuhaus Hütte', 'WHOLE_WORDS', 'NAME'],
    ])
  })

  test('keeps what lies in an area: around a point, in a box, within the outline of a place', async () => {
    await start()
    const count = async (area: string) =>
      (await ask(`{ search(text: "Zürichberg", where: {area: ${area}}) { totalCount } }`)).data.search.totalCount
    const { data } = await ask('{ search(text: "Zürichberg") { totalCount nodes { ... on Place { location } } } }')
    expect(data.search.totalCount).toBe(1)
    const [lon, lat] = data.search.nodes[0].location
    expect(await count(`{near: {at: [${lon + 0.001}, ${lat}], withinM: 200}}`)).toBe(1)
    expect(await count(`{near: {at: [${lon + 0.001}, ${lat}], withinM: 50}}`), '82 metres away').toBe(0)
    expect(await count(`{box: [${lon}, ${lat}, ${lon}, ${lat}]}`)).toBe(1)
    expect(await count(`{box: [${lon + 0.1}, ${lat}, ${lon + 0.2}, ${lat}]}`)).toBe(0)
    const around = (at: number): LonLat[] =>
      [
        [-0.1, -0.1],
        [0.1, -0.1],
        [0, 0.1],
        [-0.1, -0.1],
      ].map(([east, north]) => [at + east, lat + north])
    catalogue.places.findOutlines = async (ids) => ids.map(() => ({ isArea: true, parts: [around(lon)] }))
    expect(await count(`{inPlace: "${toGlobalId('Place', 5)}"}`)).toBe(1)
    catalogue.places.findOutlines = async (ids) => ids.map(() => ({ isArea: true, parts: [around(lon + 0.08)] }))
    expect(await count(`{inPlace: "${toGlobalId('Place', 5)}"}`), 'in the box of the outline, not in it').toBe(0)
  })

  test('tells the languages of a name as the tags have them', () => {
    const tags = {
      name: 'Turm',
      'name:en': 'Tower',
      'alt_name:fr': 'Tour;Tower',
      alt_name: 'Tower',
      'note:de': 'Tower',
    }
    expect(languagesOf(tags, 'Tower')).toEqual(['en', 'fr'])
    expect(languagesOf(tags, 'Turm')).toEqual([])
  })

  test('finds a name in a language however its tag is written, and only under the key of a language', () => {
    const tags = {
      'name:de': 'Turm',
      'name:pt': 'Torre',
      'name:zh_pinyin': 'Tǎ',
      'name:be-tarask': 'Вежа',
      'name:left': 'Links',
      'old_name:fr': 'Tour',
    }
    const spellings = { Turm: ['de', 'DE', 'de-AT', 'de_at', 'de-Latn-CH-1996'], Torre: ['pt', 'pt-BR', 'PT_br'] }
    for (const [name, all] of Object.entries(spellings))
      for (const tag of all) expect(nameIn(tags, tag), tag).toBe(name)
    expect(nameIn(tags, 'zh_Pinyin')).toBe('Tǎ')
    expect(nameIn(tags, 'be-tarask')).toBe('Вежа')
    for (const tag of ['fr', 'be', 'zh', 'left', 'deu', 'd', 'x-de']) expect(nameIn(tags, tag), tag).toBeNull()
  })

  test('pages with stable cursors: the pages together are the whole list', async () => {
    await start()
    const all = (
      await ask('{ search(text: "Neuhaus", first: 50) { nodes { ... on Node { id } } } }')
    ).data.search.nodes.map(({ id }: any) => id)
    const paged: string[] = []
    let after: string | null = null
    for (let i = 0; i < 5; i++) {
      const { data }: { data: any } = await ask(
        'query ($after: String) { search(text: "Neuhaus", first: 1, after: $after) { nodes { ... on Node { id } } pageInfo { hasNextPage hasPreviousPage endCursor } } }',
        { after },
      )
      paged.push(...data.search.nodes.map(({ id }: any) => id))
      expect(data.search.pageInfo.hasPreviousPage).toBe(i > 0)
      if (!data.search.pageInfo.hasNextPage) break
      after = data.search.pageInfo.endCursor
    }
    expect(all.length, 'with and without a named record').toBe(4)
    expect(paged).toEqual(all)
  })

  test('a cursor that was never given, or belongs to another list, is named', async () => {
    await start()
    const other = (await ask('{ search(text: "Bergen") { pageInfo { endCursor } } }')).data.search.pageInfo.endCursor
    for (const after of ['x', '', Buffer.from('9999999:1').toString('base64url'), other, 'ä'.repeat(300)]) {
      const { errors } = await ask(
        'query ($after: String) { search(text: "Neuhaus", after: $after) { pageInfo { hasNextPage } } }',
        { after },
      )
      expect(errors?.[0].extensions, after).toMatchObject({ code: 'INVALID_INPUT', inputPath: 'after' })
    }
  })

  test('names the argument at fault in the words of GraphQL', async () => {
    await start()
    const tries: [string, string][] = [
      ['search(text: "a") { pageInfo { hasNextPage } }', 'text'],
      [`search(text: "${'x'.repeat(10_000)}") { pageInfo { hasNextPage } }`, 'text'],
      ['search(text: "ab", first: 0) { pageInfo { hasNextPage } }', 'first'],
      ['search(text: "ab", first: 51) { pageInfo { hasNextPage } }', 'first'],
      ['search(text: "ab", where: {area: {box: [2,1,1,2]}}) { pageInfo { hasNextPage } }', 'where.area.box'],
      ['search(text: "ab", biasBox: [1,2,2,1]) { pageInfo { hasNextPage } }', 'biasBox'],
      ['search(text: "ab", near: [1,91]) { pageInfo { hasNextPage } }', 'near[1]'],
      [
        'places(where: {area: {near: {at: [181,1], withinM: 500}}}) { pageInfo { hasNextPage } }',
        'where.area.near.at[0]',
      ],
      [
        'places(where: {area: {near: {at: [1,1], withinM: 9}}}) { pageInfo { hasNextPage } }',
        'where.area.near.withinM',
      ],
      ['places(where: {area: {near: {at: [1,1], withinM: 500}}}, first: 1001) { truncated }', 'first'],
      ['places(where: {area: {near: {at: [1,1], withinM: 500}}}, last: 0) { truncated }', 'last'],
      ['places(where: {area: {near: {at: [1,1], withinM: 500}}}, before: "MDox") { truncated }', 'before'],
      ['places(where: {area: {near: {at: [1,1], withinM: 500}}}, last: 1, after: "MDox") { truncated }', 'after'],
      ['places(where: {area: {box: [1,1,3.1,2]}}) { truncated }', 'where.area.box'],
      ['places(where: {area: {inPlace: "x"}}) { truncated }', 'where.area.inPlace'],
      // the number that REST gives is no id
      ['places(where: {area: {inPlace: "5"}}) { truncated }', 'where.area.inPlace'],
      ['trail(by: {id: "7"}) { name }', 'by.id'],
      ['point(at: [1.5, 42.5]) { loops(lengthM: 5000, through: {places: ["5"]}) { reason } }', 'through.places[0]'],
      [
        `places(where: {area: {box: [1,1,2,2]}, tags: [{key: "a"}, {key: "${'k'.repeat(256)}"}]}) { truncated }`,
        'where.tags[1].key',
      ],
      ['trails(where: {area: {near: {at: [1,1], withinM: 9}}}) { truncated }', 'where.area.near.withinM'],
      ['trails(where: {text: "gr"}, orderBy: {by: DISTANCE}) { truncated }', 'orderBy.by'],
      ['trails(where: {area: {inPlace: "x"}}) { truncated }', 'where.area.inPlace'],
      ['point(at: [1,1]) { trails(where: {lengthM: {min: -1}}) { truncated } }', 'where.lengthM.min'],
      ['places(where: {area: {box: [1,1,3.1,2]}}) { truncated }', 'where.area.box'],
      ['places(where: {area: {box: [179,1,-179,2]}}) { truncated }', 'where.area.box'],
      ['places(where: {area: {box: [1,1,2,2]}, kinds: []}) { truncated }', 'where.kinds'],
      ['trails(where: {area: {box: [1,1,4,2]}}) { truncated }', 'where.area.box'],
      ['trails(where: {text: "x", pavedShareMax: 2}) { truncated }', 'where.pavedShareMax'],
      ['nodes(ids: []) { id }', 'ids'],
      ['place(by: {id: "x"}) { name }', 'by.id'],
      ['place(by: {id: "5"}) { name }', 'by.id'],
      ['place(by: {osm: {type: NODE, id: 0}}) { name }', 'by.osm.id'],
    ]
    for (const [field, inputPath] of tries) {
      const { errors } = await ask(`{ ${field} }`)
      expect(errors?.[0].extensions, field.slice(0, 60)).toMatchObject({ code: 'INVALID_INPUT', inputPath })
    }
    const lone = await ask('query ($text: String!) { search(text: $text) { pageInfo { hasNextPage } } }', {
      text: 'ab\ud800',
    })
    expect(lone.errors?.[0].extensions).toMatchObject({ code: 'INVALID_INPUT', inputPath: 'text' })
    expect((await ask('{ trails(where: {}) { truncated } }')).errors?.[0].message).toContain('`text` or `area`')
    for (const field of ['places', 'places(where: {area: {near: {at: [1,1]}, box: [1,1,2,2]}})'])
      expect((await ask(`{ ${field} { truncated } }`)).errors?.[0].extensions.code, field).toBe('INVALID_INPUT')
  })
})

describe('node', () => {
  test('finds places and trails again by their global ids, null for what is not there', async () => {
    await start()
    const { data } = await ask('{ place(by: {osm: {type: NODE, id: 1}}) { id } trail(by: {osmRelation: 7}) { id } }')
    const answer = await ask(
      'query ($ids: [ID!]!, $one: ID!) { node(id: $one) { id __typename ... on Place { name } } nodes(ids: $ids) { id __typename ... on Trail { ref } ... on Place { kind } } }',
      {
        one: data.place.id,
        ids: [data.trail.id, 'nothing', data.place.id, Buffer.from('Place:999').toString('base64url')],
      },
    )
    expect(answer.errors).toBeUndefined()
    expect(answer.data).toEqual({
      node: { id: data.place.id, __typename: 'Place', name: 'Großmühlen' },
      nodes: [
        { id: data.trail.id, __typename: 'Trail', ref: 'GR 11' },
        null,
        { id: data.place.id, __typename: 'Place', kind: 'TOWN' },
        null,
      ],
    })
    expect((await ask('{ place(by: {osm: {type: RELATION, id: 249}}) { name } }')).errors![0].extensions).toMatchObject(
      {
        code: 'NOT_FOUND',
        inputPath: 'by.osm',
      },
    )
    const byId = await ask('query ($id: ID!) { trail(by: {id: $id}) { osmRelation } }', { id: data.trail.id })
    expect(byId.data.trail).toEqual({ osmRelation: 7 })
    const place = await ask('query ($id: ID!) { trail(by: {id: $id}) { name } }', { id: data.place.id })
    expect(place.errors![0].extensions).toMatchObject({ code: 'INVALID_INPUT', inputPath: 'by.id' })
    expect((await ask('{ trail(by: {osmRelation: 999}) { name } }')).errors![0].extensions).toMatchObject({
      code: 'NOT_FOUND',
      inputPath: 'by.osmRelation',
    })
  })
})

describe('trails', () => {
  const relations = async (args: string) =>
    (await ask(`{ trails(${args}) { edges { node { osmRelation } } } }`)).data.trails.edges.map(
      (edge: any) => edge.node.osmRelation,
    )

  test('are found by text and in an area, within bounds; unknown meets no bound', async () => {
    await start()
    const where = (what: string, order = '') =>
      relations(`where: {${what}}${order === '' ? '' : `, orderBy: {by: ${order}}`}`)
    const box = 'area: {box: [1,42,2,43]}'
    const near = (at: string, withinM: number) => `area: {near: {at: ${at}, withinM: ${withinM}}}`
    expect(await where('text: "GR 11"')).toEqual([7])
    expect(await where('text: "weg", sac: {max: T6}'), 'only one is graded').toEqual([])
    expect(await where('text: "Höhenweg", sac: {max: T6}')).toEqual([7])
    expect(await where('text: "Höhenweg", sac: {max: T1}')).toEqual([])
    expect(await where('text: "Rundweg", loop: true, pavedShareMax: 0.8, levels: [LOCAL]')).toEqual([8])
    expect(await where('text: "Rundweg", pavedShareMax: 0.7')).toEqual([])
    expect(await where('text: "Höhenweg", pavedShareMax: 0.9'), 'its surface is unknown').toEqual([])
    expect(await where('text: "gr", lengthM: {min: 5000}')).toEqual([9])
    expect(await where('text: "gr", area: {box: [1.49,42.4,1.55,42.6]}')).toEqual(expect.arrayContaining([7]))
    expect(await where(box), 'by level').toEqual([7, 9, 8])
    expect(await where(box, 'LEVEL, direction: DESC')).toEqual([8, 9, 7])
    expect(await where(box, 'LENGTH')).toEqual([8, 7, 9])
    expect(await where(box, 'LENGTH, direction: DESC')).toEqual([9, 7, 8])
    expect(await where(box, 'NAME')).toEqual([7, 8, 9])
    expect(await where(near('[1.505,42.49]', 50_000))).toEqual([8, 7, 9])
    expect(await where(near('[1.505,42.49]', 5000), 'LEVEL')).toEqual([7, 8])
    expect(await where('area: {near: {at: [1.505,42.49]}}'), 'a kilometre').toEqual([8])
    expect(await where(`${near('[1.505,42.49]', 1000)}, text: "Rundweg"`)).toEqual([8])
    expect(await where(`${near('[1.6,42.55]', 2000)}, text: "gr"`)).toEqual([9])
    expect(await where(`${box}, types: [BICYCLE]`)).toEqual([9])
    expect(await where(`${box}, types: [BICYCLE, HIKING]`)).toEqual([7, 9, 8])
    expect(await where(box, 'ASCENT'), 'unknown climb comes last').toEqual([7, 9, 8])
    expect(await where(box, 'ASCENT, direction: DESC'), 'unknown climb comes last').toEqual([7, 9, 8])
    expect(await where(`${box}, ascentM: {min: 300, max: 300}`)).toEqual([7])
    expect(await where(`${box}, descentM: {max: 279}, loop: null`)).toEqual([])
    expect(await where('text: "gr", movingS: {min: 0}'), 'no time is known').toEqual([])
    expect(await where(`${box}, loop: true`)).toEqual([8])
  })

  test('are within the outline of a place where it has one, holes kept', async () => {
    await start()
    const ring = (west: number, south: number, east: number, north: number): LonLat[] => [
      ...([
        [west, south],
        [east, south],
        [east, north],
      ] as LonLat[]),
      ...([
        [west, north],
        [west, south],
      ] as LonLat[]),
    ]
    const outlineIs = (isArea: boolean, ...parts: LonLat[][]) => {
      catalogue.places.findOutlines = async (ids) => ids.map(() => ({ isArea, parts }))
    }
    const inside = `where: {area: {inPlace: "${toGlobalId('Place', 5)}"}}`
    outlineIs(true, ring(1.4, 42.4, 1.7, 42.7))
    expect(await relations(inside)).toEqual([7, 9, 8])
    expect(await relations(`where: {area: {inPlace: "${toGlobalId('Place', 5)}"}, text: "gr 11"}`)).toEqual(
      expect.arrayContaining([7]),
    )
    outlineIs(true, ring(1.4, 42.4, 1.7, 42.7), ring(1.59, 42.54, 1.62, 42.56))
    expect(await relations(inside), 'one lies in the hole').toEqual([7, 8])
    outlineIs(true, ring(0, 42.4, 2.1, 42.7))
    const wide = await ask(`{ trails(${inside}) { truncated } }`)
    expect(wide.errors![0].extensions).toMatchObject({ code: 'TOO_LARGE', inputPath: 'where.area.inPlace' })
    outlineIs(false, ring(1.4, 42.4, 1.7, 42.7))
    const line = await ask(`{ trails(${inside}) { truncated } }`)
    expect(line.errors![0].extensions).toMatchObject({
      code: 'NO_OUTLINE',
      status: 422,
      inputPath: 'where.area.inPlace',
    })
    const none = await ask(`{ trails(where: {area: {inPlace: "${toGlobalId('Place', 999)}"}}) { truncated } }`)
    expect(none.errors![0].extensions).toMatchObject({ code: 'NOT_FOUND', inputPath: 'where.area.inPlace' })
  })

  test('have a match where there is a text, as results of a search have', async () => {
    await start()
    const matches = async (where: string) =>
      (await ask(`{ trails(where: {${where}}) { edges { match node { osmRelation } } } }`)).data.trails.edges
        .filter(({ node }: any) => node.osmRelation === 7)
        .map(({ match }: any) => match)
    expect(await matches('text: "Höhenweg"')).toEqual(['EXACT'])
    expect(await matches('text: "Höhenwge"')).toEqual(['FUZZY'])
    expect(await matches('text: "Höhenweg Unbekanntes"')).toEqual(['PARTIAL'])
    expect(await matches('area: {box: [1,42,2,43]}')).toEqual([null])
  })

  test('that a bound leaves out for what is not known of them are counted', async () => {
    await start()
    const counted = async (list: string) => {
      const { data } = await ask(`{ ${list} }`)
      const { totalCount, unknownCount } = data.trails ?? data.point.trails
      return [totalCount, unknownCount]
    }
    const box = 'area: {box: [1,42,2,43]}'
    const both = '{ totalCount unknownCount }'
    expect(await counted(`trails(where: {${box}}) ${both}`)).toEqual([3, 0])
    expect(await counted(`trails(where: {${box}, ascentM: {min: 300}}) ${both}`)).toEqual([1, 2])
    expect(await counted(`trails(where: {${box}, ascentM: {min: 301}}) ${both}`)).toEqual([0, 2])
    expect(await counted(`trails(where: {text: "Rundweg", movingS: {max: 1}}) ${both}`)).toEqual([0, 1])
    expect(
      await counted(`point(at: [1.505,42.49]) { trails(withinM: 50000, where: {sac: {max: T6}}) ${both} }`),
    ).toEqual([1, 2])
  })

  test('along a line and among stages are kept and counted in the same way', async () => {
    await start()
    const lists = (of: string) =>
      `all: ${of} { ...C } met: ${of}(where: {ascentM: {min: 300}}) { ...C } missed: ${of}(where: {ascentM: {min: 301}}) { ...C } open: ${of}(where: {movingS: {min: 1}}) { ...C }`
    const one = { totalCount: 1, unknownCount: 0 }
    const kept = { all: one, met: one, missed: { ...one, totalCount: 0 }, open: { totalCount: 0, unknownCount: 1 } }
    const along = await ask(
      `{ route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.55,42.5]}]}) { ${lists('trails')} } } fragment C on TrailUseConnection { totalCount unknownCount }`,
    )
    expect(along.data.route).toEqual(kept)
    const whole = catalogue.trailRows.find(({ relationId }) => relationId === 9)!
    whole.stageIds = [7]
    const stages = await ask(
      `{ trail(by: {osmRelation: 9}) { ${lists('stages')} } } fragment C on TrailConnection { totalCount unknownCount }`,
    )
    expect(stages.data.trail).toEqual(kept)
  })

  test('a cursor of one order is refused in another', async () => {
    await start()
    const list = (args: string) =>
      ask(`{ trails(where: {area: {box: [1,42,2,43]}}, first: 1, ${args}) { edges { cursor node { osmRelation } } } }`)
    const { data } = await list('orderBy: {by: LENGTH}')
    const { cursor } = data.trails.edges[0]
    const next = await list(`orderBy: {by: LENGTH}, after: "${cursor}"`)
    expect(next.data.trails.edges[0].node.osmRelation).toBe(7)
    for (const order of ['NAME', 'LENGTH, direction: DESC']) {
      const { errors } = await list(`orderBy: {by: ${order}}, after: "${cursor}"`)
      expect(errors![0].extensions, order).toMatchObject({ code: 'INVALID_INPUT', inputPath: 'after' })
    }
  })

  test('have the time and the climb that the import worked out, without a job; else the reason why not', async () => {
    const time = { movingS: 3600, band50S: [3000, 4200], outsideCalibrationM: 200 }
    const outsideCalibration = [{ fromM: 100, toM: 300, reason: say('reason.calibration.off_network') }]
    const elevation = { source: 'terrain', method: ASCENT_METHOD, ascentM: 300.5, minM: 900, maxM: 1200, unknownM: 12 }
    const known = { unknown: null, time: { ...time, outsideCalibration }, elevation }
    const timed = (id: number, times: object | null) =>
      fakeTrail(id, `Weg ${id}`, null, [1.5, 42.5], { timesJson: times === null ? null : JSON.stringify(times) })
    const none = { time: null, elevation: null }
    catalogue = fakeCatalogue({
      trailRows: [
        timed(1, known),
        timed(2, { unknown: 'no_heights', ...none }),
        timed(3, { unknown: 'too_long', ...none }),
        timed(4, null),
      ],
    })
    await start(true)
    const { data, errors, cost } = await ask(`{ trails(where: {area: {box: [1,42,2,43]}}, orderBy: {by: NAME}) { nodes {
      bbox timeUnknown elevation { ascentM minM maxM unknownM method source }
      time { movingS band50 { lowS highS } outsideCalibrationM outsideCalibration { fromM cause line { coordinates } start { location } } }
    } } }`)
    expect(errors).toBeUndefined()
    expect(cost!.charged).toBe(2)
    const [first, ...others] = data.trails.nodes
    expect(first).toMatchObject({
      bbox: [1.5, 42.5, 1.51, 42.5],
      timeUnknown: null,
      time: { movingS: 3600, band50: { lowS: 3000, highS: 4200 } },
    })
    expect(first.elevation).toMatchObject({ ascentM: 300.5, unknownM: 12, source: 'TERRAIN' })
    const [{ fromM, line, start: from }] = first.time.outsideCalibration
    expect([fromM, line.coordinates.length]).toEqual([100, 2])
    expect(from.location[0]).toBeCloseTo(line.coordinates[0][0], 6)
    expect(others).toEqual(
      ['NO_HEIGHTS', 'TOO_LONG', 'RELEASE_TOO_OLD'].map((timeUnknown) => ({
        ...none,
        bbox: expect.any(Array),
        timeUnknown,
      })),
    )
  })

  test('lead to their line, profile, analysis, places and GPX', async () => {
    await start()
    const { data, errors } = await ask(`{ trail(by: {osmRelation: 7}) {
      name ref level lengthM gapsM partCount loop hardestGrade elevation { ascentM } grades { grade lengthM } surfaces { unknownM }
      line { coordinates polyline6 geojson parts { polyline6 } } export(format: GPX) { text }
      elevationProfile(points: 5) { input { partCount lengthM } }
      analysis { input { partCount } }
      places(withinM: 400) { edges { offM atM node { name } } }
    } }`)
    expect(errors).toBeUndefined()
    const { trail } = data
    expect(trail).toMatchObject({
      name: 'Höhenweg',
      level: 'INTERNATIONAL',
      gapsM: [120],
      partCount: 2,
      hardestGrade: 'T2',
      grades: [{ grade: null, lengthM: 1000 }],
      surfaces: { unknownM: 1000 },
    })
    expect(trail.line.geojson.type).toBe('MultiLineString')
    expect([trail.line.parts.length, trail.elevationProfile.input.partCount, trail.analysis.input.partCount]).toEqual([
      2, 2, 2,
    ])
    expect(trail.export.text.match(/<trkseg>/g)).toHaveLength(2)
    const names = trail.places.edges.map((edge: any) => edge.node.name)
    expect(names).toEqual(['Großmühlen', null, 'Höhenweg'])
    for (const edge of trail.places.edges) expect(edge.offM).toBeLessThanOrEqual(400)
  })

  test('lines of a list of 100 are one read of the store, and few points where simplified', async () => {
    catalogue = fakeCatalogue({
      trailRows: Array.from({ length: 100 }, (_, i) => fakeTrail(100 + i, `Weg ${i}`, null, [1.5 + i / 1000, 42.5])),
    })
    const { findLines } = catalogue.trails
    catalogue.trails.findLines = async (ids) =>
      (await findLines(ids)).map((line) => {
        const bends = Array.from({ length: 2000 }, (_, i): [number, number] => [
          1.5 + i / 50_000,
          42.5 + Math.sin(i / 100) / 5000,
        ])
        return line && { ...line, parts: [bends] }
      })
    await start()
    const { data, errors } = await ask(
      '{ trails(where: {area: {box: [1,42,2,43]}}, first: 100) { nodes { line(toleranceM: 50) { polyline6 } } } }',
    )
    expect(errors).toBeUndefined()
    expect(catalogue.calls.get('trails.findLines')).toBe(1)
    expect(data.trails.nodes).toHaveLength(100)
    expect(JSON.stringify(data).length).toBeLessThan(100 * 200)
  })

  test('a line of more points than a profile takes is thinned, not refused', async () => {
    const { findLines } = catalogue.trails
    const dense = Array.from({ length: 7000 }, (_, i): [number, number] => [
      1.5 + i / 200_000,
      42.5 + Math.sin(i / 50) / 2000,
    ])
    catalogue.trails.findLines = async (ids) =>
      (await findLines(ids)).map((line) => line && { ...line, parts: [dense, ...line.parts] })
    await start()
    const { data, errors } = await ask(
      '{ trail(by: {osmRelation: 7}) { elevationProfile(points: 10) { input { partCount pointCount lengthM } } line { parts { coordinates } } } }',
    )
    expect(errors).toBeUndefined()
    expect(data.trail.elevationProfile.input).toMatchObject({ partCount: 3 })
    expect(data.trail.elevationProfile.input.pointCount).toBeLessThanOrEqual(5000)
    const lengthM = dense.reduce(
      (sum, [lon, lat], i) => (i === 0 ? 0 : sum + distanceM(dense[i - 1][0], dense[i - 1][1], lon, lat)),
      0,
    )
    expect(data.trail.elevationProfile.input.lengthM).toBeGreaterThan(lengthM * 0.99)
    expect(data.trail.line.parts[0].coordinates, 'the line itself stays whole').toHaveLength(7000)
  })
})

test('a list of more places than it once could hold goes on to its end', async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => fakePlace(1 + i, `Platz ${i}`, 'locality', [1.5 + i / 100_000, 42.5]))
  const query = `{ places(where: {area: {near: {at: [1.5,42.5], withinM: 50000}}}, first: 100, after: "${Buffer.from(`899:distance asc ${rows(900)[899].id}`).toString('base64url')}") { totalCount truncated pageInfo { hasNextPage } edges { node { nearby(first: 1) { truncated } } } } }`
  for (const [count, hasNextPage] of [
    [1000, false],
    [1001, true],
  ] as const) {
    catalogue = fakeCatalogue({ placeRows: rows(count) })
    await start()
    const { data, errors } = await ask(query)
    expect(errors).toBeUndefined()
    expect([data.places.edges.length, data.places.totalCount, data.places.truncated]).toEqual([100, count, false])
    expect(data.places.pageInfo.hasNextPage).toBe(hasNextPage)
    expect(data.places.edges[0].node.nearby.truncated).toBe(false)
    if (!hasNextPage) await app.close()
  }
})

describe('tags of places', () => {
  test('come as tagged for a whole list in one question, whatever a key is called', async () => {
    await start()
    const { data, errors } = await ask(
      '{ places(where: {area: {near: {at: [1.551,42.501], withinM: 50000}}, named: true}, first: 100) { edges { node { osm { id } name tags { key value } wikidata: tags(keys: ["wikidata", "none"]) { value } } } } }',
    )
    expect(errors).toBeUndefined()
    expect(data.places.edges.length).toBeGreaterThan(5)
    for (const { node } of data.places.edges) {
      const wikidata = node.wikidata[0]?.value
      if (wikidata === undefined) continue // an outdoor record alone
      expect(node.tags).toEqual([
        { key: 'name', value: node.name },
        { key: 'then', value: 'x' },
        { key: 'wikidata', value: wikidata },
      ])
    }
    expect(catalogue.calls.get('places.findTags')).toBe(1)
  })
})

test('a place answers to each of its kinds, and lists them', async () => {
  await start()
  const { data, errors } = await ask(
    '{ places(where: {area: {near: {at: [1.55, 42.5], withinM: 50000}}, kinds: [VIEWPOINT]}) { edges { node { name kind kinds } } } }',
  )
  expect(errors).toBeUndefined()
  expect(data.places.edges).toEqual([{ node: { name: 'Zürichberg', kind: 'PEAK', kinds: ['PEAK', 'VIEWPOINT'] } }])
})

describe('one object of the map', () => {
  test('is one place, with what both of its records say', async () => {
    const hut = fakePlace(20, 'Neuhaus Hütte', 'hut', [1.551, 42.501], { otherNames: ['Neuhaushütte'] })
    catalogue.placeRows.push({ ...hut, kinds: ['hut', 'viewpoint'] })
    await start()
    const { data, errors } = await ask(
      '{ places(where: {area: {box: [1,42,2,43]}, kinds: [HUT, SHELTER, VIEWPOINT]}, orderBy: {by: IMPORTANCE, direction: DESC}) { totalCount nodes { id osm { type id url } named name otherNames kinds elevationM tags { key value } } } }',
    )
    expect(errors).toBeUndefined()
    const { nodes } = data.places
    expect(nodes.map(({ name, kinds }: any) => [name, kinds])).toEqual([
      ['Zürichberg', ['PEAK', 'VIEWPOINT']],
      ['Neuhaus Hütte', ['HUT']],
      ['Neuhaus Hütte', ['HUT', 'VIEWPOINT']],
      [null, ['SHELTER']],
      ['Obere Hütte', ['HUT']],
    ])
    expect(data.places.totalCount).toBe(5)
    expect(nodes.find(({ osm }: any) => osm.id === 20)).toMatchObject({
      osm: { type: 'NODE', id: 20, url: 'https://www.openstreetmap.org/node/20' },
      named: true,
      otherNames: ['Neuhaushütte'],
      elevationM: 1800.5,
      tags: [
        { key: 'kind', value: 'x' },
        { key: 'name', value: 'Neuhaus Hütte' },
        { key: 'then', value: 'x' },
        { key: 'tourism', value: 'alpine_hut' },
        { key: 'website', value: 'https://h.example' },
        { key: 'wikidata', value: 'Q81' },
      ],
    })
    expect(catalogue.calls.get('places.findByIds')).toBe(1)
    expect(catalogue.calls.get('pois.findByIds')).toBe(1)
  })

  test('is chosen by a name or by none, in both directions', async () => {
    await start()
    const namesOf = async (more: string, paging = '') => {
      const where = `{area: {box: [1,42,2,43]}, kinds: [HUT, SHELTER, DRINKING_WATER]${more}}`
      const query = `{ places(where: ${where}, orderBy: {by: IMPORTANCE, direction: DESC}${paging}) { nodes { name } } }`
      return (await ask(query)).data.places.nodes.map(({ name }: any) => name)
    }
    expect(await namesOf(', named: true')).toEqual(['Neuhaus Hütte', 'Neuhaus Hütte', 'Obere Hütte'])
    expect(await namesOf(', named: false')).toEqual([null, null])
    expect(await namesOf('', ', last: 1')).toEqual([null])
  })

  test('is found by the id that outdoor places had before, under the id that it has now', async () => {
    await start()
    const old = (id: number) => Buffer.from(`OutdoorPlace:${id}`).toString('base64url')
    const now = (id: number) => Buffer.from(`Place:${id}`).toString('base64url')
    const again = await ask('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Place { kind name } } }', {
      ids: [old(89), now(89), old(4)],
    })
    const hut = { __typename: 'Place', id: now(89), kind: 'HUT', name: 'Obere Hütte' }
    expect(again.data.nodes).toEqual([hut, hut, null])
  })

  test('a railway station is a train station, and a bus station no bus stop', async () => {
    const [, , , water] = fakePois()
    const stop = { ...water, kind: 'bus_stop', kinds: ['bus_stop'] } as const
    catalogue.poiRows.push(
      { ...stop, id: 1001, osmId: 250, name: 'Halt', tagsJson: '{"highway":"bus_stop"}' },
      { ...stop, id: 1005, osmId: 251, name: 'Busbahnhof', tagsJson: '{"amenity":"bus_station"}' },
    )
    await start()
    const namesOf = async (kinds: string) => {
      const { data } = await ask(
        `{ inBox: places(where: {area: {box: [1,42,2,43]}, kinds: ${kinds}}) { totalCount nodes { name } } near: places(where: {area: {near: {at: [1.5,42.5], withinM: 50000}}, kinds: ${kinds}}) { totalCount nodes { name } } }`,
      )
      const [inBox, near] = [data.inBox, data.near].map(({ nodes }: any) => nodes.map(({ name }: any) => name).sort())
      expect(near).toEqual(inBox)
      expect([data.inBox.totalCount, data.near.totalCount]).toEqual([inBox.length, inBox.length])
      return inBox
    }
    expect(await namesOf('[TRAIN_STATION]')).toEqual(['Großmühlen Nord', 'Halt am See'])
    expect(await namesOf('[BUS_STOP]')).toEqual(['Halt'])
    expect(await namesOf('[BUS_STATION]')).toEqual(['Busbahnhof'])
    expect(await namesOf('[BUS_STATION, BUS_STOP]')).toEqual(['Busbahnhof', 'Halt'])
  })
})

describe('links', () => {
  test('a query for 100 places with what is nearby, trails and heights asks the stores a constant number of times', async () => {
    const ask100 = async (count: number) => {
      catalogue = fakeCatalogue({
        placeRows: [
          ...fakePlaces(),
          ...Array.from({ length: 300 }, (_, i) =>
            fakePlace(1000 + i, `Platz ${i}`, 'locality', [1.5 + i / 10_000, 42.5]),
          ),
        ],
      })
      await start()
      let heights = 0
      const { sample } = app.services.terrain
      app.services.terrain.sample = (...args) => (heights++, sample(...args))
      const { data, errors } = await ask(
        `{ places(where: {area: {near: {at: [1.5,42.5], withinM: 50000}}}, first: ${count}) { edges { offM node { name nearby(first: 3) { edges { offM node { name elevation { heightM } } } } trails(first: 2, withinM: 5000) { edges { offM node { name line { parts { polyline6 } } } } } elevation { heightM } } } } }`,
      )
      expect(errors).toBeUndefined()
      expect(data.places.edges).toHaveLength(count)
      expect(data.places.edges[0].node.nearby.edges).toHaveLength(3)
      for (const { node } of data.places.edges)
        expect(node.nearby.edges.map((edge: any) => edge.node.name)).not.toContain(node.name)
      return [Object.fromEntries(catalogue.calls), heights] as const
    }
    const [few, fewHeights] = await ask100(2)
    await app.close()
    const [many, manyHeights] = await ask100(100)
    expect(many).toEqual(few)
    expect(manyHeights).toBe(fewHeights)
    expect(many).toEqual({
      'places.findKeysNear': 2,
      'places.findByIds': 2,
      'pois.findKeysNear': 2,
      'pois.findByIds': 2,
      'trails.findNear': 1,
      'trails.findByRelationIds': 1,
      'trails.findLines': 1,
    })
    expect(manyHeights).toBeLessThanOrEqual(2)
  })

  test('a place leads on to a route, by a place or a point', async () => {
    await start()
    const { data, errors } = await ask(
      '{ place(by: {osm: {type: NODE, id: 1}}) { a: routeTo(to: {place: {osm: {type: NODE, id: 2}}}, settings: {mode: BIKE, bicycleType: ROAD}) { settings { mode } line { coordinates } } b: routeTo(to: {at: [1.6,42.6]}) { settings { mode } } } }',
    )
    expect(errors).toBeUndefined()
    expect([data.place.a.settings.mode, data.place.b.settings.mode]).toEqual(['BIKE', 'HIKE'])
    expect(app.planned.map(({ waypoints }) => waypoints)).toEqual(
      expect.arrayContaining([
        [
          [1.5, 42.5],
          [1.52, 42.52],
        ],
        [
          [1.5, 42.5],
          [1.6, 42.6],
        ],
      ]),
    )
    for (const args of [
      '',
      '(to: {place: {osm: {type: NODE, id: 2}}, at: [1,1]})',
      '(to: {place: {osm: {type: RELATION, id: 249}}})',
      '(to: {at: [1,1]}, settings: {hills: 9})',
    ])
      expect(
        (await ask(`{ place(by: {osm: {type: NODE, id: 1}}) { routeTo${args} { status } } }`)).errors,
        args,
      ).toHaveLength(1)
  })

  test('a route leads to the places and trails along it', async () => {
    await start()
    const { data, errors } = await ask(
      '{ route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.55,42.5]}]}) { places(withinM: 500, first: 10) { edges { offM atM node { name } } } trails { totalCount edges { sharedM sharedShare node { osmRelation } } } } }',
    )
    expect(errors).toBeUndefined()
    expect(data.route.trails).toEqual({
      totalCount: 1,
      edges: [{ sharedM: 1000, sharedShare: expect.closeTo(1000 / 1234.5, 3), node: { osmRelation: 7 } }],
    })
    const marks = data.route.places.edges.map((edge: any) => edge.atM)
    expect(marks).toEqual([...marks].sort((a, b) => a - b))
    expect(data.route.places.edges.map((edge: any) => edge.node.name)).toEqual([
      'Großmühlen',
      null,
      'Höhenweg',
      'Neuhaus',
      'Neuhaus Hütte',
      'Neuhaus Hütte',
    ])
  })

  test('cost once per element, known before they run; what fails is not charged', async () => {
    await start(true)
    const { cost } = await ask(
      '{ places(where: {area: {near: {at: [1.5,42.5], withinM: 50000}}}, first: 20) { edges { node { nearby(first: 1) { edges { cursor } } trails { edges { cursor } } } } } }',
    )
    const found = catalogue.placeRows.length + catalogue.poiRows.length
    expect(cost).toMatchObject({ reserved: 1 + 20 * 2, charged: 1 + found * 2 })
    const failed = await ask(
      '{ place(by: {osm: {type: NODE, id: 1}}) { routeTo(to: {place: {osm: {type: RELATION, id: 249}}}) { status } } trail(by: {osmRelation: 999}) { name } }',
    )
    expect(failed.cost).toMatchObject({ reserved: 3, charged: 1 })
  })

  test('area lookups are reserved apart from the rest and stop at their ceiling', async () => {
    await start(true)
    const area = 'places(where: {area: {box: [1,42,2,43]}}) { truncated }'
    const demands: unknown[] = []
    const { allowance } = app.services
    const reserve = allowance.reserve.bind(allowance)
    allowance.reserve = (caller, demand, nowMs) => {
      demands.push(demand)
      return reserve(caller, demand, nowMs)
    }
    const answer = await ask(
      `{ a: ${area} b: trails(where: {area: {box: [1,42,2,43]}}) { truncated } c: trails(where: {text: "gr"}) { truncated } }`,
    )
    expect(answer.errors).toBeUndefined()
    expect(demands).toEqual([{ credits: 5, areaCredits: 4 }])
    const many = Array.from({ length: 50 }, (_, i) => `a${i}: ${area}`).join(' ')
    for (let i = 0; i < 4; i++) await ask(`{ ${many} }`)
    const refused = await ask(`{ ${many} }`)
    expect(refused.status).toBe(429)
  })

  test('without a catalogue each field is null beside its error', async () => {
    app = await startFakeApp({ release: null })
    const { data, errors } = await ask(
      '{ search(text: "ab") { pageInfo { hasNextPage } } places(where: {area: {near: {at: [1,1], withinM: 500}}}) { pageInfo { hasNextPage } } inBox: places(where: {area: {box: [1,1,2,2]}}) { truncated } service { modes } }',
    )
    expect(data).toEqual({
      search: null,
      places: null,
      inBox: null,
      service: { modes: ['HIKE', 'RUN', 'BIKE'] },
    })
    expect(errors!.map((error) => error.extensions.code)).toEqual([
      'ARTIFACTS_MISSING',
      'ARTIFACTS_MISSING',
      'ARTIFACTS_MISSING',
    ])
  })

  test('many signed routes at once keep to one statement for their lines', async () => {
    catalogue = fakeCatalogue({
      trailRows: Array.from({ length: 60 }, (_, i) => fakeTrail(100 + i, `Weg ${i}`, null, [1.5 + i / 1000, 42.5])),
    })
    await start()
    const { data, errors } = await ask(
      '{ trails(where: {area: {box: [1,42,2,43]}}, first: 60) { edges { node { places(first: 1) { edges { node { name } } } export(format: GPX) { text } } } } }',
    )
    expect(errors).toBeUndefined()
    expect(data.trails.edges).toHaveLength(60)
    expect(catalogue.calls.get('trails.findLines')).toBe(1)
    expect(catalogue.calls.get('places.findKeysNear')).toBe(1)
  })
})
