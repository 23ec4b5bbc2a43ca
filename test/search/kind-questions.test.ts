// Questions for a kind of place in place of a name: what the text says, what is found, and what it leaves as it was.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenedCatalogue, openCatalogueFile } from '../../db/open-catalogue.ts'
import { distanceM, type LonLat } from '../../src/geo/lon-lat.ts'
import { LISTED_PLACE_KINDS } from '../../src/osm/place-kinds.ts'
import { POI_KINDS } from '../../src/osm/poi-kinds.ts'
import { type ItemsRequest, searchItems } from '../../src/search/search-items.ts'
import { searchPlaces } from '../../src/search/search-places.ts'
import {
  NEAR_WORDS,
  readKindQuestion,
  SEARCH_WORD_LANGUAGES,
  SEARCH_WORDS,
  type SearchWordLanguage,
} from '../../src/search/search-words.ts'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { hasAndorra, releaseOf } from '../support/prepared-regions.ts'

const read = (text: string) => {
  const found = readKindQuestion(text)
  return found === null ? null : [found.kinds[0], found.place?.text ?? null, found.place?.saidBy ?? null]
}

describe('the table of words', () => {
  test('has words of each language for each line, and only kinds that are searched', () => {
    for (const line of SEARCH_WORDS)
      for (const language of SEARCH_WORD_LANGUAGES)
        for (const word of line[language].split(', ')) {
          const requested = readKindQuestion(word)
          expect(requested?.place, `${language}: ${word}`).toBeNull()
          expect(requested!.kinds, `${language}: ${word}`).toEqual(expect.arrayContaining([...line.kinds]))
        }
    const known: readonly string[] = [...POI_KINDS, ...LISTED_PLACE_KINDS]
    expect(SEARCH_WORDS.flatMap(({ kinds }) => kinds).filter((kind) => !known.includes(kind))).toEqual([])
  })

  test('every kind of outdoor place has words', () => {
    const requested = SEARCH_WORDS.flatMap(({ kinds }) => kinds)
    expect(POI_KINDS.filter((kind) => !requested.includes(kind))).toEqual([])
  })

  test.each(SEARCH_WORD_LANGUAGES)('in %s every word between kind and place is understood', (language) => {
    const parking: Record<SearchWordLanguage, string> = {
      ...{ en: 'parking', de: 'Parkplatz', fr: 'parking', it: 'parcheggio', es: 'aparcamiento', ca: 'aparcament' },
    }
    for (const word of NEAR_WORDS[language].split(', ')) {
      const text = `${parking[language]} ${word}${word.endsWith('’') ? '' : ' '}Ordino`
      expect(read(text), text).toEqual(['parking', 'Ordino', 'word'])
    }
  })
})

describe('a text that asks for a kind', () => {
  test.each([
    ['water', ['drinking_water', null, null]],
    ['Hütte', ['hut', null, null]],
    ['HUETTEN', ['hut', null, null]],
    ['fontaine', ['drinking_water', null, null]],
    ['parking near Arcalís', ['parking', 'Arcalís', 'word']],
    ['parking, Arcalís', ['parking', 'Arcalís', 'comma']],
    ['Arcalís parking', ['parking', 'Arcalís', null]],
    ['aparcament d’Arcalís', ['parking', 'Arcalís', null]],
    ['parking de la Massana', ['parking', 'la Massana', null]],
    ['refugi a prop de Sant Julià de Lòria', ['hut', 'Sant Julià de Lòria', 'word']],
    ['Trinkwasser in der Nähe von Ordino', ['drinking_water', 'Ordino', 'word']],
    ['train station near by', ['train_station', 'by', 'word']],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  test.each(['wat', 'Waterloo', 'Hüttenberg', 'Pic de Comapedrosa', 'near Arcalís', 'parking x', '?'])(
    '%s asks for none',
    (text) => {
      expect(read(text)).toBeNull()
    },
  )
})

const MIDDLE: LonLat = [1.5, 42.5]
const nowhere = { kinds: null, box: null, biasBox: null, near: null }

describe('what is found', () => {
  const catalogue = fakeCatalogue()
  const find = (text: string, where: Partial<ItemsRequest> = { near: MIDDLE }) =>
    searchItems(catalogue, { text, ...nowhere, ...where })
  const names = async (text: string, where?: Partial<ItemsRequest>) =>
    (await find(text, where)).hits.map(({ item }) => item.name ?? 'unnamed')

  test('places of the kind near the point, the best first, named or not, and why', async () => {
    expect(await names('hut')).toEqual(['Neuhaus Hütte', 'Neuhaus Hütte', 'Obere Hütte'])
    const [{ item, hit }] = (await find('fontaine')).hits
    expect(item).toMatchObject({ kind: 'drinking_water', name: null })
    expect((await find('shelter')).hits.map((one) => one.distanceM)).toEqual([expect.closeTo(2702, -2)])
    expect((await find('Obere')).hits.map((one) => one.distanceM)).toEqual([null])
    expect(hit).toMatchObject({ matchedName: 'fontaine', match: { kind: 'kind', partial: false } })
    expect(hit.terms.map(({ because }) => because.code)).toContain('reason.search.kind')
  })

  test('a place that is also an outdoor place is there once', async () => {
    const [place] = catalogue.placeRows.filter(({ name }) => name === 'Neuhaus Hütte')
    const twice = fakeCatalogue({ poiRows: [{ ...catalogue.poiRows[0], id: place.id }] })
    const { hits } = await searchItems(twice, { text: 'hut', ...nowhere, near: MIDDLE })
    expect(hits.map(({ item }) => ['tagsJson' in item, item.name])).toEqual([[false, 'Neuhaus Hütte']])
  })

  test('near a place that is named, farther from the one who asks', async () => {
    expect(await names('hut near Neuhaus')).toEqual(['Neuhaus Hütte', 'Neuhaus Hütte'])
    expect(await names('hut, Neuhaus')).toEqual(['Neuhaus Hütte', 'Neuhaus Hütte'])
    expect(await names('station Großmühlen')).toContain('Halt am See')
  })

  test('near the one who asks where no such place is known, which is said', async () => {
    const { hits, unknownPlace } = await find('hut near Xanadu')
    expect(unknownPlace).toBe('Xanadu')
    expect(hits.length).toBe(3)
    expect(hits.every(({ hit }) => hit.match.partial)).toBe(true)
    expect((await find('Xanadu hut')).unknownPlace).toBeNull()
  })

  test('the middle of a box stands for the point; with neither there is nothing to be near to', async () => {
    expect(await names('shelter', { biasBox: [1.4, 42.4, 1.6, 42.6] })).toEqual(['unnamed'])
    expect(await names('shelter', { box: [1.4, 42.4, 1.6, 42.6] })).toEqual(['unnamed'])
    expect(await names('shelter', { box: [1.4, 42.4, 1.52, 42.6] })).toEqual([])
    expect(await names('shelter', {})).toEqual([])
    expect(await names('shelter', { near: [179.9, 42.5], biasBox: [179, 42, -179, 43] })).toEqual([])
  })

  test('the middle of a box across the antimeridian lies in it', async () => {
    const [shelter] = catalogue.poiRows.filter(({ kind }) => kind === 'shelter')
    const poiRows = [179.9, -179.9].map((lon, i) => ({ ...shelter, id: 97 + i, osmId: 97 + i, lon }))
    const found = async (biasBox: ItemsRequest['biasBox']) =>
      (await searchItems(fakeCatalogue({ poiRows }), { text: 'shelter', ...nowhere, biasBox })).hits.length
    expect(await found([179.7, 42.4, -179.6, 42.6])).toBe(2)
    expect(await found([179.6, 42.4, -179.7, 42.6])).toBe(2)
    expect(await found([-0.2, 42.4, 0.3, 42.6])).toBe(0)
  })

  test('only of the kinds that are wanted', async () => {
    expect(await names('hut', { near: MIDDLE, kinds: ['shelter'] })).toEqual([])
    expect(await names('water', { near: MIDDLE, kinds: ['spring'] })).toEqual([])
  })

  test('a name that is the text comes first', async () => {
    const { poiRows } = catalogue
    const named = fakeCatalogue({
      poiRows: [...poiRows, { ...poiRows[1], id: 99, osmId: 99, name: 'Hut', kind: 'peak' }],
    })
    const { hits } = await searchItems(named, { text: 'hut', ...nowhere, near: MIDDLE })
    expect(hits.map(({ item }) => item.name)).toEqual(['Hut', 'Neuhaus Hütte', 'Neuhaus Hütte', 'Obere Hütte'])
  })

  test('a place that has no other name than its kind is one among them', async () => {
    const { poiRows } = catalogue
    const far = { ...poiRows[2], id: 98, osmId: 98, name: 'Hut', lon: 1.62 }
    const { hits } = await searchItems(fakeCatalogue({ poiRows: [...poiRows, far] }), {
      ...{ text: 'hut', ...nowhere, near: MIDDLE },
    })
    expect(hits.map(({ item }) => item.name)).toEqual(['Neuhaus Hütte', 'Neuhaus Hütte', 'Obere Hütte', 'Hut'])
  })

  test('REST and everything that searches places alone find as before', async () => {
    const { hits } = await searchPlaces(catalogue.places, { text: 'water', limit: 10, ...nowhere, near: MIDDLE })
    expect(hits).toEqual([])
  })
})

describe.skipIf(!hasAndorra)('in Andorra (needs real data)', () => {
  let catalogue: OpenedCatalogue
  beforeAll(async () => {
    catalogue = await openCatalogueFile((await releaseOf('andorra')).paths.catalogue, 'c1')
  })
  afterAll(() => catalogue?.close())
  const find = async (text: string, near: LonLat = [1.52, 42.55]) =>
    (await searchItems(catalogue, { text, ...nowhere, near })).hits
  const ARCALIS: LonLat = [1.5, 42.63]

  test.each([
    ['water', ['drinking_water', 'spring']],
    ['Hütte', ['hut', 'bivouac']],
    ['refugi', ['hut', 'bivouac']],
    ['fontaine', ['drinking_water', 'spring']],
    ['lac', ['lake']],
    ['Bushaltestelle', ['bus_stop', 'bus_station']],
  ])('%s finds some near the middle, each of that kind', async (text, kinds) => {
    const hits = (await find(text)).slice(0, 8)
    expect(hits.length).toBe(8)
    for (const { hit } of hits) {
      expect(
        hit.place.kinds.some((kind) => (kinds as string[]).includes(kind)),
        hit.place.name,
      ).toBe(true)
      expect(distanceM(1.52, 42.55, hit.place.lon, hit.place.lat)).toBeLessThan(12_000)
    }
  })

  test.each(['parking near Arcalís', 'Parkplatz bei Arcalis', 'aparcament prop d’Arcalís', 'parking, Arcalís'])(
    '%s',
    async (text) => {
      const hits = (await find(text)).slice(0, 3)
      expect(hits.length).toBe(3)
      for (const { hit } of hits) {
        expect(hit.place.kind).toBe('parking')
        expect(distanceM(...ARCALIS, hit.place.lon, hit.place.lat)).toBeLessThan(6000)
      }
    },
  )

  test('no first hit of a name changes, though it begins or ends with a word for a kind', async () => {
    const named = (await catalogue.places.findNear([[1.55, 42.55]], { radiusM: 200_000, limit: 100_000 }))[0]
    const texts = named.map(({ name }) => name).filter((name) => readKindQuestion(name)?.place != null)
    const sample = texts.filter((_, i) => i % Math.ceil(texts.length / 60) === 0)
    expect(sample.length).toBeGreaterThan(20)
    for (const text of sample) expect((await find(text))[0].hit.place.name.toLowerCase(), text).toBe(text.toLowerCase())
  })
})
