import { expect, test } from 'vitest'
import { namedOnce } from '../../../src/web/state/attribution.ts'

const OSM = 'https://www.openstreetmap.org/copyright'

test('no source is named twice, whatever its signs and spaces, and an address is kept', () => {
  expect(
    namedOnce([
      { text: '© OpenStreetMap contributors', url: null },
      { text: 'OpenStreetMap', url: OSM },
      { text: '©  OpenStreetMap  contributors', url: OSM },
      { text: 'Copernicus DEM', url: null },
      { text: ' ', url: null },
    ]),
  ).toEqual([
    { text: '© OpenStreetMap contributors', url: OSM },
    { text: 'Copernicus DEM', url: null },
  ])
})

test('a fuller name takes the place of a shorter one', () => {
  expect(
    namedOnce([
      { text: 'Copernicus', url: 'https://dem.example' },
      { text: 'Protomaps', url: null },
      { text: 'Copernicus DEM GLO-30', url: null },
    ]),
  ).toEqual([
    { text: 'Copernicus DEM GLO-30', url: 'https://dem.example' },
    { text: 'Protomaps', url: null },
  ])
})
