// Texts as people send them: a word too many, an unknown place behind the comma, characters that nobody sees, a
// reference spaced in another way. Sources: osm-search/Nominatim#145, osm-search/Nominatim#3837, pelias/pelias#423,
// pelias/pelias#756, organicmaps/organicmaps#5895, dotnet/docfx#2112, komoot/photon#198.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenedCatalogue, openCatalogueFile } from '../../db/open-catalogue.ts'
import { searchItems } from '../../src/search/search-items.ts'
import { searchPlaces } from '../../src/search/search-places.ts'
import { searchTrails } from '../../src/search/search-trails.ts'
import { writeSampleCatalogue } from '../db/sample-catalogue.ts'

const NAMES = {
  a: { place: 'village', name: 'Pas de la Casa' },
  b: { natural: 'peak', name: 'Pic de Comapedrosa', ele: '2942' },
  c: { place: 'town', name: 'Encamp' },
  d: { natural: 'water', name: 'Estany de Juclar' },
  e: { place: 'country', name: 'Andorra' },
  f: { place: 'city', name: 'Andorra la Vella', 'name:nl': 'Andorra', population: '22000', wikidata: 'Q1' },
  g: { place: 'town', name: 'Sant Julià de Lòria' },
  h: { natural: 'valley', name: 'Vall del Madriu-Perafita-Claror' },
  i: { tourism: 'alpine_hut', name: 'Refugi de Juclar' },
  j: { natural: 'spring', name: 'Font' },
  k: { natural: 'peak', name: 'Alt de Juclar' },
  l: { amenity: 'place_of_worship', name: 'Sant Miquel' },
  m: { place: 'hamlet', name: 'Sant Joan de Caselles' },
  n: { tourism: 'guest_house', name: 'Saint Bernard' },
}
const route = (ref: string, name?: string): [string[], Record<string, string>] => [
  [':w:0'],
  { type: 'route', route: 'hiking', network: 'nwn', ref, ...(name === undefined ? {} : { name }) },
]

let folder: string
let catalogue: OpenedCatalogue
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-partial-'))
  const { path } = await writeSampleCatalogue(folder, {
    map: 'P.a.b.c.d.e.f.g.h.i.j.k.l.m.n',
    nodes: { P: { natural: 'peak', name: 'Casamanya' }, ...NAMES },
    ways: [['Pabcdefghijklmn', { highway: 'path' }]],
    relations: [
      route('GR 7', 'Andorra - Fredes'),
      route('GR7;GR92'),
      route('GR-7', 'Variant'),
      route('GR 70'),
      route('7A'),
      route('HRP'),
    ],
  })
  catalogue = await openCatalogueFile(path, 'c1')
})
afterAll(async () => {
  await catalogue?.close()
  rmSync(folder, { recursive: true, force: true })
})

const where = { box: null, biasBox: null, near: null }
const search = (text: string) => searchPlaces(catalogue.places, { text, limit: 20, ...where })
const ask = async (text: string) =>
  (await search(text)).hits.map(({ place, match }) => `${place.name}${match.partial ? ' (part)' : ''}`)
const byGraph = async (text: string) =>
  (await searchItems(catalogue, { text, kinds: null, ...where })).hits.map(({ hit }) => hit.place.name)

describe('a word too many', () => {
  test.each([
    ['El Pas de la Casa', 'Pas de la Casa'],
    ['the Pas de la Casa', 'Pas de la Casa'],
    ['el Pic de Comapedrosa', 'Pic de Comapedrosa'],
    ['Comapedrosa peak', 'Pic de Comapedrosa'],
    ['Gipfel Comapedrosa', 'Pic de Comapedrosa'],
    ['vall de Madriu', 'Vall del Madriu-Perafita-Claror'],
    ['lake Juclar', 'Estany de Juclar'],
    ['Juclar lake', 'Estany de Juclar'],
    ['Juclar Hütte', 'Refugi de Juclar'],
    ['Pas de la Casa Andorra', 'Pas de la Casa'],
    ['Pas de la Casa Encamp', 'Pas de la Casa'],
    ['Font xyzzy', 'Font'],
    ['Casamania xyzzy', 'Casamanya'],
  ])('%s finds %s, as a part, by both doors', async (text, name) => {
    expect((await ask(text))[0]).toBe(`${name} (part)`)
    expect((await byGraph(text))[0]).toBe(name)
  })

  const LAKE = 'lac lacs lago llac estany estanys ibón see lake étang laghi'
  const HUT = 'refugi refuge refugio rifugio hütte cabane'
  const PEAK = 'pic pico pizzo piz mont monte peak cima'
  test.each([
    [LAKE, 'Juclar', 'Estany de Juclar'],
    [HUT, 'Juclar', 'Refugi de Juclar'],
    [PEAK, 'Comapedrosa', 'Pic de Comapedrosa'],
  ])('words for its kind in any language find a place before near misses: %s', async (kinds, rest, name) => {
    const wrong: string[] = []
    for (const kind of kinds.split(' '))
      for (const text of [`${kind} de ${rest}`, `${kind} ${rest}`, `${rest} ${kind}`, `${kind} d'${rest}`])
        if (!(await ask(text))[0]?.startsWith(name) || (await byGraph(text))[0] !== name) wrong.push(text)
    expect(wrong).toEqual([])
  })

  test('saints are found by their names in other languages, by REST and GraphQL', async () => {
    for (const [text, name] of [
      ['Saint-Michel', 'Sant Miquel'],
      ['San Miguel', 'Sant Miquel'],
      ['St. Michael', 'Sant Miquel'],
      ['Saint Jean de Caselles', 'Sant Joan de Caselles'],
    ])
      expect([await ask(text), await byGraph(text)], text).toEqual([[name], [name]])
    expect(await byGraph('San Bernardo')).toEqual(['Saint Bernard'])
  })

  test('never empties an answer that the words without it give', async () => {
    const words = ['el', 'the', 'peak', 'See', 'Encamp', 'xyzzy', 'GR', '12']
    const wrong: string[] = []
    for (const name of ['Casamanya', ...Object.values(NAMES).map((tags) => tags.name)])
      for (const word of words) {
        const own = name.split(' ')
        for (let at = 0; at <= own.length; at++) {
          const text = own.toSpliced(at, 0, word).join(' ')
          const found = await ask(text)
          // Font alone is also a word for a spring
          if (name === 'Font' ? found.length === 0 : !found.some((one) => one.startsWith(name))) wrong.push(text)
        }
      }
    expect(wrong).toEqual([])
  })

  test('is nothing to a text that a name answers', async () => {
    expect(await ask('Pas de la Casa')).toEqual(['Pas de la Casa'])
    expect(await ask('xyzzy plugh')).toEqual([])
  })

  test('is nothing to the trail search either', async () => {
    for (const text of ['the GR 70', 'GR 70 trail', 'sender GR70', 'GR 70 xyzzy']) {
      const { hits } = await searchTrails(catalogue.trails, text, {})
      expect(hits.map(({ trail, partial }) => [trail.ref, partial])[0], text).toEqual(['GR 70', true])
    }
  })
})

describe('Name, Place', () => {
  test.each(['España', 'France', 'Frankreich', "La Seu d'Urgell", '08001', 'AD200', 'Catalunya'])(
    'answers the name, and says that %s is unknown',
    async (place) => {
      const { hits, unknownPlace } = await search(`Encamp, ${place}`)
      expect([hits[0].place.name, hits[0].match.partial, unknownPlace]).toEqual(['Encamp', true, place])
    },
  )

  test('says nothing of a place that it knows', async () => {
    expect(await search('Encamp, Andorra')).toMatchObject({ unknownPlace: null })
    expect((await ask('Encamp, Andorra'))[0]).toBe('Encamp')
    expect(await search('Encamp')).toMatchObject({ unknownPlace: null })
  })
})

test('characters that nobody sees are not there', async () => {
  const invisible = fc.constantFrom('\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u200e', '\u180e')
  const texts = Object.values(NAMES).map(({ name }) => name)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...texts), fc.nat(), invisible, async (name, at, one) => {
      const cut = at % (name.length + 1)
      const plain = await search(name)
      expect(await search(name.slice(0, cut) + one + name.slice(cut))).toEqual(plain)
    }),
    { numRuns: 60 },
  )
})

test('every spelling of a reference finds the same trails, by every operation', async () => {
  for (const spellings of [
    ['GR7', 'GR 7', 'GR-7', 'gr.7', 'GR  7', 'Gr/7', 'G R 7', 'g.r.7'],
    ['7A', '7 A', '7-A', '7a'],
    ['GR70', 'GR 70', 'gr-70'],
    ['HRP', 'H R P', 'H.R.P.', 'h-r-p'],
  ]) {
    const answers = await Promise.all(
      spellings.map(async (text) => ({
        search: (await search(text)).hits.map(({ place }) => place.id),
        graph: (await searchItems(catalogue, { text, kinds: null, ...where })).hits.map(({ hit }) => hit.place.id),
        trails: (await searchTrails(catalogue.trails, text, {})).hits.map(({ trail }) => trail.relationId),
      })),
    )
    for (const [i, answer] of answers.entries()) expect(answer, spellings[i]).toEqual(answers[0])
    expect(answers[0].trails.length, spellings[0]).toBeGreaterThan(0)
    expect(answers[0].search.length, spellings[0]).toBe(answers[0].trails.length)
  }
})

test("a place's own name comes before one that is called so in another language, whatever their kinds and sizes", async () => {
  expect((await ask('Andorra')).slice(0, 2)).toEqual(['Andorra', 'Andorra la Vella'])
})
