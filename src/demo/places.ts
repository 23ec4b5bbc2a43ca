// Puts the named places, settlements, guideposts, barriers and the cable car on the map.
// Heights (`ele`, whole metres) are read from the land.

import type { DemoMap, Tags } from './demo-map.ts'
import type { Ground } from './find-trail.ts'
import { sampleField } from './island-grid.ts'
import type { Extras } from './lay-extras.ts'
import type { LaidNetwork } from './lay-network.ts'
import type { Settlement } from './lay-streets.ts'
import type { SpotName } from './network-plan.ts'

export function addPlaces(map: DemoMap, ground: Ground, net: LaidNetwork, extras: Extras, junctions: number[]): void {
  const heightAt = (point: number) => String(Math.round(sampleField(ground.heightM, map.xM[point], map.yM[point])))
  addNamedPlaces(map, net, heightAt)
  addHarbours(map, extras)
  addGuideposts(map, junctions, heightAt)
  addBarriers(map)
  addCableCar(map, net, heightAt)
  addPark(map, net)
}

function addNamedPlaces(map: DemoMap, { spotPoint }: LaidNetwork, heightAt: (point: number) => string): void {
  for (const { spot, place, name, tags } of SETTLEMENTS) {
    const point = map.addPoint(map.xM[spotPoint[spot]] + 24, map.yM[spotPoint[spot]] + 21)
    map.tagPoint(point, { place, name, ...tags })
  }
  for (const { spot, dx, dy, on, tags } of PLACES) {
    const wanted = on ? spotPoint[spot] : map.addPoint(map.xM[spotPoint[spot]] + dx, map.yM[spotPoint[spot]] + dy)
    const point =
      tags.waterway === 'waterfall' || tags.natural === 'spring'
        ? nearestOnStream(map, wanted, tags.natural === 'spring')
        : wanted
    map.tagPoint(point, tags.ele === '?' ? { ...tags, ele: heightAt(point) } : tags)
  }
}

/** The islet, the harbours, and the gate of a private way. */
function addHarbours(map: DemoMap, extras: Extras): void {
  const isletSite = (dx: number, dy: number, tags: Tags) =>
    map.addPoint(map.xM[extras.isletTop] + dx, map.yM[extras.isletTop] + dy, tags)
  isletSite(30, 20, { man_made: 'lighthouse', name: 'Leuchtfeuer Seehundsknüll' })
  isletSite(-60, -40, { tourism: 'camp_site', name: 'Robbenwiese', tents: 'yes' })
  map.tagPoint(extras.isletPier, { amenity: 'ferry_terminal', name: 'Seehundsknüll' })
  map.addPoint(map.xM[extras.harbour] + 60, map.yM[extras.harbour] + 5, {
    leisure: 'marina',
    harbour: 'yes',
    name: 'Hafen Sturmwöhrde',
  })
  map.tagPoint(extras.privateGate, { barrier: 'gate', access: 'private', locked: 'yes' })
}

function addGuideposts(map: DemoMap, junctions: readonly number[], heightAt: (point: number) => string): void {
  const posts = [
    'Drei Wege',
    'Am Nebelstein',
    'Föhrenkreuz',
    'Encruzilhada Velha',
    'Windeck',
    'Peat Cross',
    'Schäferruh',
    'Bachzwiesel',
    'Pedra Alta',
    'Grüne Rast',
  ]
  junctions.forEach((point, i) =>
    map.tagPoint(point, {
      tourism: 'information',
      information: 'guidepost',
      ...(i % 3 === 0 ? { name: posts[(i / 3) % posts.length] } : {}),
      ...(i % 2 ? { ele: heightAt(point) } : {}),
    }),
  )
}

/** Barriers on tracks and paths, at inner points away from everything else */
function addBarriers(map: DemoMap): void {
  const barriers: [string, Tags][] = [
    ['track', { barrier: 'gate' }],
    ['path', { barrier: 'stile' }],
    ['track', { barrier: 'cattle_grid' }],
    ['path', { barrier: 'kissing_gate' }],
    ['footway', { barrier: 'bollard' }],
    ['track', { barrier: 'gate', foot: 'yes', bicycle: 'yes' }],
    ['path', { barrier: 'stile' }],
    ['track', { barrier: 'gate', locked: 'yes', foot: 'yes' }],
    ['path', { barrier: 'gate' }],
  ]
  barriers.forEach(([highway, tags], i) => {
    const ways = map.ways.filter(
      (way) => way.tags.highway === highway && way.points.length > (highway === 'footway' ? 2 : 4),
    )
    if (ways.length === 0) return
    const { points } = ways[Math.floor(((i + 0.5) / barriers.length) * ways.length)]
    const point = points[Math.floor(points.length / 2)]
    if (!map.pointTags.has(point)) map.tagPoint(point, tags)
  })
}

function addCableCar(map: DemoMap, { spotPoint }: LaidNetwork, heightAt: (point: number) => string): void {
  const valley = map.addPoint(map.xM[spotPoint.lightValley] - 30, map.yM[spotPoint.lightValley] + 15, {
    aerialway: 'station',
    name: 'Fogobahn Tal',
    ele: '?',
  })
  const top = map.addPoint(map.xM[spotPoint.fogo] + 35, map.yM[spotPoint.fogo] - 25, {
    aerialway: 'station',
    name: 'Fogobahn Berg',
    ele: '?',
  })
  for (const station of [valley, top]) map.tagPoint(station, { ele: heightAt(station) })
  const pylon = map.addPoint((map.xM[valley] + map.xM[top]) / 2, (map.yM[valley] + map.yM[top]) / 2, {
    aerialway: 'pylon',
  })
  map.addWay([valley, pylon, top], { aerialway: 'cable_car', name: 'Fogobahn' })
}

function addPark(map: DemoMap, { spotPoint }: LaidNetwork): void {
  const [px, py] = [map.xM[spotPoint.town] - 150, map.yM[spotPoint.town] + 160]
  const park = [
    [0, 0],
    [70, 10],
    [75, 60],
    [5, 55],
  ].map(([dx, dy]) => map.addPoint(px + dx, py + dy))
  map.addWay([...park, park[0]], { leisure: 'park', name: 'Kurpark Sturmwöhrde' })
}

/** The nearest untagged point of a stream (its upper end for a spring). */
function nearestOnStream(map: DemoMap, wanted: number, source: boolean): number {
  let best = wanted
  let bestM = Infinity
  for (const { points, tags } of map.ways) {
    if (tags.waterway !== 'stream') continue
    for (const point of source ? points.slice(0, 1) : points.slice(1, -1)) {
      if (map.pointTags.has(point) || map.gapM(point, wanted) >= bestM) continue
      best = point
      bestM = map.gapM(point, wanted)
    }
  }
  return best
}

const TOWN_STREETS = [
  'Möwengasse',
  'Böttchergang',
  'Lange Reihe',
  'Netzflickerweg',
  'Weißdornweg',
  'Kapitän-Öhms-Straße',
  'Seilergasse',
  'Großer Kniep',
  'Salzhof',
  'Fischersteig',
  'Tranweg',
  'Windmühlenstieg',
]
const NORTH_STREETS = [
  'Rua do Farol Velho',
  'Rua das Redes',
  'Travessa da Bruma',
  'Rua dos Corvinos',
  'Beco do Sal',
  'Rua da Eira',
]
const WEST_STREETS = ['Öddelweg', 'Süderstraße', 'Heugasse', 'Am Ziegenstall', 'Föhrenweg', 'Müllersteg']
const SOUTH_STREETS = ['Harbour Row', 'Peat Lane', 'Chapel Wynd', 'Gannet Street', 'Drying Green', 'Kerrin Road']

/**
 * The named places: settlements, summits, passes, huts and every kind of outdoor place. All names are invented, in the
 * languages of imagined settlers. Offsets are metres east and north of the spot; with `on` true the tags are put on the
 * spot's own node, so that the ways there meet in it. Heights are filled in from the land where `ele` is '?'.
 */
export const SETTLEMENTS: Settlement[] = [
  {
    spot: 'town',
    name: 'Sturmwöhrde',
    place: 'town',
    radiusM: 620,
    houses: 90,
    streets: TOWN_STREETS,
    tags: { population: '2410', 'name:en': 'Stormwarth', alt_name: 'Porto Tormenta' },
  },
  {
    spot: 'north',
    name: 'Vale Torvinho',
    place: 'village',
    radiusM: 400,
    houses: 36,
    streets: NORTH_STREETS,
    tags: { population: '640', 'name:de': 'Torwein' },
  },
  {
    spot: 'west',
    name: 'Öddelgrün',
    place: 'village',
    radiusM: 380,
    houses: 34,
    streets: WEST_STREETS,
    tags: { population: '512', 'name:en': 'Oddelgreen' },
  },
  {
    spot: 'south',
    name: 'Kerrinmoyle',
    place: 'village',
    radiusM: 380,
    houses: 34,
    streets: SOUTH_STREETS,
    tags: { population: '480' },
  },
  {
    spot: 'eastHamlet',
    name: 'Süßwinkl',
    place: 'hamlet',
    radiusM: 200,
    houses: 12,
    streets: ['Süßwinkl'],
    tags: { population: '64' },
  },
  {
    spot: 'capeHamlet',
    name: 'Lomba Escurinha',
    place: 'hamlet',
    radiusM: 190,
    houses: 10,
    streets: ['Caminho do Cabo'],
    tags: { population: '41' },
  },
  {
    spot: 'lightHamlet',
    name: 'Feuerhövt',
    place: 'hamlet',
    radiusM: 190,
    houses: 10,
    streets: ['Feuerweg'],
    tags: { population: '38' },
  },
]

export interface PlaceEntry {
  spot: SpotName
  dx: number
  dy: number
  on: boolean
  tags: Tags
}

const at = (spot: SpotName, dx: number, dy: number, tags: Tags): PlaceEntry => ({ spot, dx, dy, on: false, tags })
const on = (spot: SpotName, tags: Tags): PlaceEntry => ({ spot, dx: 0, dy: 0, on: true, tags })
const peak = (spot: SpotName, name: string, more: Tags = {}) => on(spot, { natural: 'peak', name, ele: '?', ...more })
const pass = (spot: SpotName, name: string, more: Tags = {}) =>
  on(spot, { natural: 'saddle', mountain_pass: 'yes', name, ele: '?', ...more })

const PLACES: PlaceEntry[] = [
  peak('moewenstein', 'Großer Möwenstein', { 'name:en': 'Great Gullstone', summit_cross: 'yes' }),
  peak('nevoa', 'Pico da Névoa', { 'name:de': 'Nebelspitze' }),
  peak('weissgrat', 'Weißgrathorn'),
  peak('velmar', 'Sgurr Velmar', { alt_name: 'Welmarspitze' }),
  peak('kraehen', 'Krähenzähne'),
  peak('luemmel', 'Spitzer Lümmel'),
  peak('torrask', 'Ben Torrask'),
  peak('brueder', 'Drei Brüderchen'),
  peak('fogo', 'Fogo Manso'),
  peak('kanzel', 'Möwenkanzel'),
  peak('gannet', 'Gannet Law'),
  pass('s1816', 'Kesselscharte'),
  pass('s2019', 'Portela da Névoa', { 'name:de': 'Nebeljoch' }),
  pass('s2101', 'Möwenjoch'),
  pass('s2020', 'Weißgratscharte'),
  pass('s1755', 'Lümmelsattel'),
  pass('s1490', 'Bealach Torrask'),
  pass('s1313', 'Krähenjoch'),
  pass('s1257', 'Föhrenjoch'),
  pass('s987', 'Kehrenhöhe'),
  pass('s869', 'Portela do Fogo'),
  on('s529', { natural: 'saddle', name: 'Kanzelsattel' }),
  pass('s1292', 'Brüderlücke'),
  on('s2176', { natural: 'saddle', ele: '?' }),
  pass('s805', 'Gannet Gap'),
  on('s372', { natural: 'saddle', name: 'Little Gap', ele: '?' }),
  // huts, shelters
  at('moewenHut', 22, 14, {
    tourism: 'alpine_hut',
    name: 'Möwensteinhütte',
    ele: '?',
    capacity: '64',
    operator: 'Bergverein Velmarra',
    reservation: 'recommended',
  }),
  at('nevoaHut', -20, 16, {
    tourism: 'alpine_hut',
    name: 'Refúgio da Névoa',
    'name:de': 'Nebelhütte',
    ele: '?',
    capacity: '38',
  }),
  at('kesselHut', 18, -14, { tourism: 'alpine_hut', name: 'Kesselseehütte', ele: '?', capacity: '52' }),
  at('westHut', 24, 10, { tourism: 'alpine_hut', name: 'Süßseehütte', ele: '?' }),
  at('eastHut', -18, -16, { tourism: 'alpine_hut', name: 'Grünaughütte', capacity: '28' }),
  at('northwestHut', -22, 10, { tourism: 'alpine_hut', name: 'Ziegenseehütte', ele: '?' }),
  at('bothy', 14, 12, { tourism: 'wilderness_hut', name: 'Torrask Bothy', fireplace: 'yes' }),
  at('southwestHut', 12, 14, { amenity: 'shelter', shelter_type: 'weather_shelter', name: 'Föhrenunterstand' }),
  at('shepherd', -14, 12, { amenity: 'shelter', shelter_type: 'lean_to' }),
  at('boxBivouac', 9, 9, { amenity: 'shelter', shelter_type: 'basic_hut', name: 'Weißgrat-Biwak', ele: '?' }),
  at('torrask', -30, -20, {
    tourism: 'wilderness_hut',
    name: 'Biwak Ben Torrask',
    shelter_type: 'basic_hut',
    capacity: '6',
  }),
  at('kesselPark', 60, -30, { tourism: 'camp_site', name: 'Zeltplatz Kesselboden', tents: 'yes' }),
  at('c4', 90, 60, { tourism: 'camp_site', name: 'Parque de Campismo Brunha' }),
  // water
  at('moewenHut', -25, 20, { amenity: 'drinking_water' }),
  at('town', 70, 45, { amenity: 'drinking_water', name: 'Marktbrunnen' }),
  at('north', -40, -25, { amenity: 'drinking_water' }),
  at('eastHut', 25, 20, { amenity: 'drinking_water', seasonal: 'yes' }),
  at('kesselHut', -40, 60, { natural: 'spring', name: 'Kesselquelle', drinking_water: 'yes' }),
  at('fordValley', 50, 70, { natural: 'spring', name: 'Süßbachquelle' }),
  at('cragValley', -60, 40, { natural: 'spring' }),
  at('northValley', 70, -90, { waterway: 'waterfall', name: 'Cascata da Brunha', height: '42' }),
  at('valleyPark', 110, 160, { waterway: 'waterfall', name: 'Schleierfall', height: '18' }),
  at('town', -60, -40, { amenity: 'toilets', fee: 'no' }),
  at('valleyPark', -25, 12, { amenity: 'toilets' }),
  // sights
  at('kanzel', 8, -14, { tourism: 'viewpoint', name: 'Kanzelblick' }),
  at('capeTip', 6, 8, { tourism: 'viewpoint', name: 'Miradouro do Cabo' }),
  at('tip', 10, 4, { tourism: 'viewpoint' }),
  at('fogo', 25, -20, { tourism: 'viewpoint', name: 'Fogoblick' }),
  at('westTip', 4, 4, { tourism: 'viewpoint', name: 'Abendbank' }),
  at('capeValley', -80, 60, { natural: 'cave_entrance', name: 'Gruta dos Corvinos' }),
  at('farValley', 70, 50, { natural: 'cave_entrance', name: 'Öhmsloch' }),
  // arriving
  at('valleyPark', 30, 20, { amenity: 'parking', name: 'Parkplatz Talschluss', fee: 'no', capacity: '60' }),
  at('eastValley', -30, 20, { amenity: 'parking', capacity: '25' }),
  at('town', 130, -30, { amenity: 'parking', name: 'Hafenparkplatz', fee: 'yes' }),
  at('lightHamlet', 30, 25, { amenity: 'parking' }),
  at('c6', -30, -20, { amenity: 'parking', name: 'Wanderparkplatz Brunha' }),
  ...(
    ['town', 'north', 'west', 'south', 'eastHamlet', 'capeHamlet', 'lightHamlet', 'c11', 'c6', 'c8', 'c2'] as const
  ).map((spot, i) =>
    at(spot, 9, -9, {
      highway: 'bus_stop',
      name: [
        'Sturmwöhrde Markt',
        'Vale Torvinho',
        'Öddelgrün Dorfplatz',
        'Kerrinmoyle',
        'Süßwinkl',
        'Lomba Escurinha',
        'Feuerhövt',
        'Abzw. Kehrenstraße',
        'Brunha',
        'Westbucht',
        'Farside Bay',
      ][i],
    }),
  ),
  on('railTown', { railway: 'station', name: 'Sturmwöhrde Hafen', operator: 'Velmarrabahn' }),
  on('railSouth', { railway: 'station', name: 'Kerrinmoyle' }),
  // on the way
  at('town', 45, 30, { tourism: 'information', information: 'office', name: 'Inselauskunft' }),
  at('valleyPark', 14, 8, { tourism: 'information', information: 'map', name: 'Wandertafel Talschluss' }),
  at('northTip', 5, 5, { tourism: 'information', information: 'board' }),
  at('shepherd', 20, -16, { tourism: 'picnic_site', name: 'Rastplatz Hirtenwiese' }),
  at('c9', 24, 10, { tourism: 'picnic_site' }),
  at('farm1', 15, 12, { tourism: 'picnic_site' }),
  at('town', 90, 60, { amenity: 'restaurant', name: 'Zum störrischen Dorsch', cuisine: 'fish' }),
  at('north', 40, 30, { amenity: 'restaurant', name: 'Tasca da Maré Mansa' }),
  at('south', 30, 25, { amenity: 'restaurant', name: 'The Drowsy Cormorant' }),
  at('eastHamlet', 20, 25, { amenity: 'restaurant', name: 'Süßwinkler Stube' }),
  at('town', -95, 70, { tourism: 'hotel', name: 'Hotel Sturmwarte', stars: '3' }),
  at('north', 80, -40, { tourism: 'hotel', name: 'Pensão Andorinha' }),
  at('west', 60, 40, { tourism: 'guest_house', name: 'Gasthof Öddelkrug' }),
  // names on the land
  at('town', -420, 150, { place: 'suburb', name: 'Unterfähre', population: '530' }),
  at('town', 330, 190, { place: 'suburb', name: 'Möwenhang' }),
  at('lowerValley', 60, 120, { place: 'locality', name: 'Dreiföhrenboden' }),
  at('c4', -120, -90, { place: 'locality', name: 'Eira dos Corvinos' }),
  at('tip', -120, 60, { place: 'locality', name: 'The Gannet Lawn' }),
  at('farm3', 40, -30, { place: 'isolated_dwelling', name: 'Ziegenhof' }),
  at('farm5', 30, 30, { place: 'farm', name: 'Quinta da Neblina' }),
]
