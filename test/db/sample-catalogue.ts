// A small drawn region as a catalogue file: settlements, a lake, borders, a peak, huts, water, two trails and one made
// of them.

import { join } from 'node:path'
import { createCatalogue } from '../../db/write-catalogue.ts'
import { PbfFile } from '../../src/osm/read-pbf.ts'
import { buildCatalogue, type CatalogueReport } from '../../src/places/build-catalogue.ts'
import type { CatalogueTerrain } from '../../src/places/stand-objects.ts'
import { tinyOsm, type TinyMap, type TinyOsm } from '../support/tiny-osm.ts'

/** 1,000 m, and a cone of 500 m whose top is at the letter P of the drawing. */
function coneTerrain(top: readonly [number, number]): CatalogueTerrain {
  const heightOrNaN = (lon: number, lat: number): number =>
    1000 + Math.max(0, 500 - Math.hypot((lon - top[0]) * 82_000, (lat - top[1]) * 111_000) * 3)
  return {
    heightOrNaN,
    prepare: async () => {},
    fillGrid: (lon, lat, out) => {
      for (let i = 0; i < out.length; i++) out[i] = heightOrNaN(lon[i % lon.length], lat[Math.floor(i / lon.length)])
    },
  }
}

export const SAMPLE: TinyMap = {
  map: `
A.............B
..v.....P......
....l--m...h...
....o--n....x..
..a--b--c--d...
.........w..t..
D.............C`,
  nodes: {
    v: { place: 'village', name: 'Großmühlen', 'name:en': 'Great Mills', population: '1 200', wikidata: 'Q1' },
    t: { place: 'town', name: 'Zürichberg', alt_name: 'Turicum;Berg', ele: 'about 900' },
    P: { natural: 'peak', name: "Pic de l'Àguila", ele: '1512' },
    h: { tourism: 'alpine_hut', name: 'Adlerhütte', id: 'X9', kind: 'wood', capacity: '20' },
    w: { amenity: 'drinking_water' },
    x: { mountain_pass: 'yes', tourism: 'viewpoint' },
    a: { railway: 'station', name: 'Großmühlen Bahnhof' },
  },
  ways: [
    ['ABC', { boundary: 'administrative' }],
    ['CDA', { boundary: 'administrative' }],
    ['lmnol', { natural: 'water', name: 'Schwarzsee' }],
    ['ab', { highway: 'path', sac_scale: 'mountain_hiking', surface: 'ground' }],
    ['cb', { highway: 'path' }],
    ['cd', { highway: 'track', surface: 'gravel' }],
  ],
  relations: [
    [['outer:w:0', 'outer:w:1'], { type: 'boundary', boundary: 'administrative', admin_level: '8', name: 'Talland' }],
    [
      [':w:3', ':w:4'],
      {
        type: 'route',
        route: 'hiking',
        network: 'rwn',
        name: 'Seeweg',
        ref: 'S 1',
        'osmc:symbol': 'red:white:red_bar',
      },
    ],
    [[':w:5'], { type: 'route', route: 'hiking', network: 'lwn', ref: 'S 2' }],
    [[':r:1', ':r:2'], { type: 'superroute', route: 'hiking', network: 'nwn', name: 'Langer Weg' }],
    [['outer:w:0'], { type: 'boundary', boundary: 'administrative', admin_level: '4', name: 'Halbland' }],
  ],
}

export interface Sample {
  path: string
  osm: TinyOsm
  report: CatalogueReport
}

export async function writeSampleCatalogue(
  folder: string,
  map: TinyMap = SAMPLE,
  name = 'catalogue.sqlite',
): Promise<Sample> {
  const osm = tinyOsm(map)
  const path = join(folder, name)
  const writer = await createCatalogue(path)
  const report = await buildCatalogue(
    [await PbfFile.open(osm.source)],
    coneTerrain(osm.at.get('P') ?? [1.5, 42.5]),
    writer,
    path,
  )
  await writer.finish({})
  return { path, osm, report }
}
