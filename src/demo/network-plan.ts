// The plan of the demo region: the places where ways meet, and the ways in the order they were built (roads, tracks,
// then paths, each joining existing ones). Positions are approximate, in metres from the middle of the island; each is
// snapped to the land by its rule. The names are invented, in the languages of imagined settlers.

import type { TRAIL_STYLES } from './find-trail.ts'

/**
 * How a position is snapped: flattest ground, highest point, best saddle, a gentle stretch of a stream, or not at all.
 */
export type SnapRule = 'flat' | 'top' | 'saddle' | 'here'

const spot = (rule: SnapRule, xKm: number, yKm: number, radiusKm = 0.35) => ({
  rule,
  xM: xKm * 1000,
  yM: yKm * 1000,
  radiusM: radiusKm * 1000,
})

export const SPOTS = {
  // settlements
  town: spot('flat', 1.35, -4.75, 0.25),
  north: spot('flat', 2.1, 5.35, 0.3),
  west: spot('flat', -5.75, 3.75, 0.3),
  south: spot('flat', -3.25, -5.1, 0.3),
  eastHamlet: spot('flat', 7.0, 0.3),
  capeHamlet: spot('flat', -1.7, 5.75),
  lightHamlet: spot('flat', 3.6, -5.1),
  // on the coast road
  c1: spot('flat', 4.65, -4.2, 0.3),
  c2: spot('flat', 5.8, -2.2),
  c3: spot('flat', 7.3, -1.0),
  c4: spot('flat', 5.6, 3.0),
  c5: spot('flat', 3.9, 4.0),
  c6: spot('flat', 0.5, 4.9),
  c7: spot('flat', -3.2, 5.1),
  c8: spot('flat', -5.4, 1.9),
  c9: spot('flat', -6.3, 0.5),
  c10: spot('flat', -6.4, -1.7),
  c11: spot('flat', -5.9, -3.1),
  c12: spot('flat', -0.9, -4.95),
  // summits
  moewenstein: spot('top', 0.82, 0.18, 0.2),
  nevoa: spot('top', -0.45, 0.73, 0.2),
  weissgrat: spot('top', 1.6, 0.86, 0.2),
  velmar: spot('top', -1.13, 1.6, 0.2),
  kraehen: spot('top', -2.37, 0.42, 0.2),
  luemmel: spot('top', 3.15, -0.7, 0.2),
  torrask: spot('top', -2.2, -1.72, 0.2),
  brueder: spot('top', -2.25, 2.95, 0.2),
  fogo: spot('top', 1.75, -2.35, 0.2),
  kanzel: spot('top', -0.77, -3.65, 0.2),
  gannet: spot('top', 6.23, -0.13, 0.2),
  // saddles
  s1816: spot('saddle', -1.85, 0.73, 0.2),
  s2019: spot('saddle', 0.25, 0.42, 0.2),
  s2101: spot('saddle', 1.18, 0.55, 0.2),
  s2020: spot('saddle', 2.1, 0.73, 0.2),
  s1755: spot('saddle', 2.92, -0.3, 0.2),
  s1490: spot('saddle', -2.15, -0.87, 0.2),
  s1313: spot('saddle', -3.55, -0.25, 0.2),
  s1257: spot('saddle', -3.75, -0.75, 0.2),
  s987: spot('saddle', -4.65, -0.85, 0.2),
  s869: spot('saddle', 2.05, -2.0, 0.2),
  s529: spot('saddle', -1.0, -3.4, 0.2),
  s1292: spot('saddle', -2.1, 2.6, 0.2),
  s2176: spot('saddle', -0.8, 1.22, 0.2),
  s805: spot('saddle', 4.7, 0.05, 0.2),
  s372: spot('saddle', 5.93, -0.3, 0.2),
  // huts and high places
  moewenHut: spot('flat', 2.0, -1.0, 0.35),
  nevoaHut: spot('flat', 0.45, 2.3),
  westHut: spot('flat', -4.5, 0.55),
  northwestHut: spot('flat', -2.75, 2.2),
  kesselHut: spot('flat', -1.05, -1.0),
  southwestHut: spot('flat', -3.2, -1.3),
  eastHut: spot('flat', 4.0, 0.85),
  bothy: spot('flat', 4.7, -1.5),
  shepherd: spot('flat', 1.5, 3.4),
  boxBivouac: spot('flat', 1.1, 1.1, 0.3),
  // valleys and heads of tracks
  lowerValley: spot('flat', 0.05, -3.5),
  valleyPark: spot('flat', -0.3, -2.0),
  kesselPark: spot('flat', -0.95, -1.35, 0.3),
  eastValley: spot('flat', 5.3, 0.85),
  northValley: spot('flat', 0.7, 3.9),
  northwestValley: spot('flat', -4.2, 3.6),
  westValley: spot('flat', -5.1, 0.95),
  southwestValley: spot('flat', -4.2, -2.6),
  lightValley: spot('flat', 2.2, -3.3),
  farValley: spot('flat', 5.1, -1.9),
  fordValley: spot('flat', -2.9, -3.3),
  cragValley: spot('flat', 3.1, 3.1),
  capeValley: spot('flat', -0.9, 4.0),
  farm1: spot('flat', -4.9, -3.0),
  farm2: spot('flat', 1.7, 4.3),
  farm3: spot('flat', -5.0, 2.7),
  farm4: spot('flat', 6.1, 1.6),
  farm5: spot('flat', -2.6, 4.2),
  portalSouth: spot('here', -4.72, -1.3),
  portalNorth: spot('here', -4.68, -0.28),
  tip: spot('flat', 7.9, -0.5),
  capeTip: spot('flat', -1.5, 6.15, 0.25),
  lightTip: spot('flat', 3.3, -5.45, 0.25),
  westTip: spot('flat', -7.0, -1.6, 0.25),
  northTip: spot('flat', 2.0, 5.75, 0.25),
  railTown: spot('flat', 0.8, -4.72, 0.12),
  railSouth: spot('flat', -2.75, -4.95),
} satisfies Record<string, { rule: SnapRule; xM: number; yM: number; radiusM: number }>

export type SpotName = keyof typeof SPOTS
export type LineKind =
  | 'secondary'
  | 'tertiary'
  | 'unclassified'
  | 'residential'
  | 'service'
  | 'pedestrian'
  | 'living_street'
  | 'track'
  | 'path'
  | 'footway'
  | 'cycleway'
  | 'steps'
  | 'via_ferrata'
  | 'pier'
  | 'ferry'
  | 'rail'
  | 'stream'

export interface Plan {
  kind: LineKind
  style: keyof typeof TRAIL_STYLES
  via: SpotName[]
  name?: string
  ref?: string
}

const plan = (kind: LineKind, style: keyof typeof TRAIL_STYLES, via: string, name?: string, ref?: string): Plan => ({
  kind,
  style,
  via: via.split(' ') as SpotName[],
  name,
  ref,
})

export const PLANS: Plan[] = [
  plan('secondary', 'road', 'town c12 south', 'Südküstenstraße', 'V 1'),
  plan('secondary', 'road', 'south c11 c10 c9 c8 west', 'Westküstenstraße', 'V 1'),
  plan('secondary', 'road', 'west c7 capeHamlet c6 north', 'Estrada do Norte', 'V 1'),
  plan('secondary', 'road', 'north c5 c4 eastHamlet', 'Kittiwake Road', 'V 1'),
  plan('secondary', 'road', 'eastHamlet c3 c2 c1 lightHamlet town', 'Leuchtfeuerstraße', 'V 1'),
  plan('tertiary', 'road', 'c11 portalSouth', 'Kehrenstraße', 'V 4'),
  plan('tertiary', 'road', 'portalNorth c8', 'Kehrenstraße', 'V 4'),
  plan('unclassified', 'road', 'town lowerValley valleyPark', 'Talstraße'),
  plan('unclassified', 'road', 'eastHamlet eastValley', 'Glen Road'),
  plan('rail', 'rail', 'railTown c12 railSouth', 'Hafenbähnle'),
  plan('cycleway', 'cycleway', 'north c6', 'Ciclovia das Andorinhas'),
  plan('track', 'track', 'valleyPark kesselPark', 'Kesselweg'),
  plan('track', 'track', 'c6 northValley shepherd'),
  plan('track', 'track', 'west northwestValley northwestHut', 'Caminho das Cabras'),
  plan('track', 'track', 'eastValley eastHut'),
  plan('track', 'track', 'c11 southwestValley'),
  plan('track', 'track', 'south fordValley'),
  plan('track', 'track', 'south farm1 c11'),
  plan('track', 'track', 'c2 farValley'),
  plan('track', 'track', 'lightHamlet lightValley'),
  plan('track', 'track', 'north farm2 shepherd'),
  plan('track', 'track', 'west farm3 c8'),
  plan('track', 'track', 'c4 farm4 eastValley'),
  plan('track', 'track', 'capeHamlet farm5 c7'),
  plan('track', 'track', 'c5 cragValley'),
  plan('track', 'track', 'c8 westValley westHut'),
  plan('path', 'path', 'town lightValley s869'),
  plan('path', 'path', 'lowerValley fogo'),
  plan('path', 'loop', 'valleyPark moewenHut'),
  plan('path', 'path', 's869 moewenHut s2101'),
  plan('path', 'alpine', 's2101 moewenstein'),
  plan('path', 'alpine', 's2101 weissgrat'),
  plan('path', 'alpine', 'moewenstein s2019 nevoa'),
  plan('path', 'path', 'moewenHut s1755'),
  plan('path', 'alpine', 's1755 luemmel'),
  plan('path', 'alpine', 's1755 s2020 weissgrat'),
  plan('path', 'path', 'eastHut s2020'),
  plan('path', 'path', 'eastHut s1755'),
  plan('path', 'path', 'bothy s1755'),
  plan('path', 'path', 'farValley bothy s805 eastHut'),
  plan('path', 'path', 's805 gannet s372 eastHamlet'),
  plan('path', 'loop', 'c3 gannet'),
  plan('path', 'path', 's869 fogo'),
  plan('path', 'path', 'bothy s869'),
  plan('path', 'path', 'kesselPark kesselHut s2019'),
  plan('path', 'path', 'kesselHut s1490'),
  plan('path', 'path', 'kesselHut s1816'),
  plan('path', 'alpine', 's1816 nevoa'),
  plan('path', 'path', 's1816 kraehen'),
  plan('path', 'alpine', 's1490 torrask'),
  plan('path', 'path', 's1490 southwestHut s1313'),
  plan('path', 'path', 'southwestValley southwestHut s1257'),
  plan('path', 'path', 's1257 s1313 westHut'),
  plan('path', 'path', 's987 s1257'),
  plan('path', 'path', 'c10 s987 westHut'),
  plan('path', 'alpine', 's1313 kraehen'),
  plan('path', 'path', 'westHut s1816'),
  plan('path', 'path', 'northwestHut s1816'),
  plan('path', 'path', 'northwestHut s1292'),
  plan('path', 'alpine', 's1292 brueder'),
  plan('path', 'path', 'farm5 brueder'),
  plan('path', 'path', 's1292 capeValley capeHamlet'),
  plan('path', 'alpine', 's1292 velmar s2176 nevoa'),
  plan('path', 'path', 'northValley nevoaHut s2019'),
  plan('path', 'path', 'nevoaHut s2176'),
  plan('path', 'path', 'nevoaHut boxBivouac s2101'),
  plan('path', 'path', 'capeValley nevoaHut shepherd'),
  plan('path', 'path', 'shepherd cragValley'),
  plan('path', 'path', 'cragValley s2020'),
  plan('path', 'path', 'cragValley farm4'),
  plan('path', 'loop', 'westHut northwestHut'),
  plan('path', 'path', 'town kanzel s529 lowerValley'),
  plan('path', 'path', 'fordValley s529'),
  plan('path', 'path', 'fordValley torrask'),
  plan('path', 'path', 'c12 kanzel'),
  plan('path', 'path', 'south fordValley southwestHut'),
  plan('path', 'loop', 'eastHamlet tip c3'),
  plan('path', 'loop', 'capeHamlet capeTip c6'),
  plan('path', 'loop', 'lightHamlet lightTip town'),
  plan('path', 'loop', 'c10 westTip c9'),
  plan('path', 'loop', 'north northTip c6'),
  plan('path', 'path', 'c1 lightHamlet'),
  plan('via_ferrata', 'ferrata', 'kesselHut nevoa', 'Klettersteig Nebelwand'),
]
