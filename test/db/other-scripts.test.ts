// Places whose names are in other scripts: found as they are written, by every Latin spelling that is tagged, and, of
// Cyrillic and Greek ones, by that of the published tables; no other is made up.

import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCatalogueFile, type OpenedCatalogue } from '../../db/open-catalogue.ts'
import { searchPlaces } from '../../src/search/search-places.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { writeSampleCatalogue } from './sample-catalogue.ts'

describe('names in other scripts', () => {
  const folder = temporaryFolder()
  let catalogue: OpenedCatalogue
  beforeAll(async () => {
    const { path } = await writeSampleCatalogue(folder, {
      map: 'j.g.c.r.k',
      ways: [],
      nodes: {
        j: {
          natural: 'peak',
          name: '富士山',
          'name:en': 'Mount Fuji',
          'name:ja_rm': 'Fujisan',
          'name:ja-Latn': 'Huzisan',
        },
        g: { place: 'town', name: 'Λιτόχωρο', 'name:el-Latn': 'Litóchoro', 'name:en': 'Litochoro' },
        c: { place: 'village', name: 'მესტია', int_name: 'Mestia' },
        r: { natural: 'peak', name: 'Эльбрус', 'name:de': 'Elbrus', alt_name: 'Минги-Тау;Ошхамахо' },
        k: { place: 'village', name: '설악동' },
      },
    })
    catalogue = await openCatalogueFile(path, 'v1')
  })
  afterAll(async () => {
    await catalogue?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const ask = async (text: string) =>
    (await searchPlaces(catalogue.places, { text, limit: 5, box: null, biasBox: null, near: null })).hits.map(
      ({ place, match }) => `${place.name}${match.fuzzy ? ' ~' : ''}`,
    )

  test('are found as written, by tagged Latin spellings with and without accents, while typing and with a slip', async () => {
    for (const text of ['富士山', '富士', 'Mount Fuji', 'fujisan', 'HUZISAN', 'fuji'])
      expect(await ask(text), text).toEqual(['富士山'])
    for (const text of ['Λιτόχωρο', 'λιτοχωρο', 'Litochoro', 'Litóchoro', 'lito'])
      expect(await ask(text), text).toEqual(['Λιτόχωρο'])
    expect(await ask('Mestia')).toEqual(['მესტია'])
    for (const text of ['Elbrus', 'эльбрус', 'Минги Тау', 'ошхамахо'])
      expect(await ask(text), text).toEqual(['Эльбрус'])
    expect(await ask('Elbrsu')).toEqual(['Эльбрус ~'])
    expect(await ask('설악동')).toEqual(['설악동'])
  })

  test('in Cyrillic are found as the tables transliterate them', async () => {
    for (const text of ['Mingi Tau', 'Mingi-Tau', 'Oshkhamakho', 'oshkham'])
      expect(await ask(text)).toEqual(['Эльбрус'])
  })

  test('have no spelling beside that nobody tagged', async () => {
    for (const text of ['Seorak', 'Seorakdong']) expect(await ask(text), text).toEqual([])
  })
})
