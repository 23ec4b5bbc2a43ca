// The colours of the one outdoor style, light and dark, named by what they colour. The style (src/map/style/style-*.ts)
// and the static map (src/map/picture) both read this table and define no colours of their own, so that the two agree.
// Every value is `#rrggbb`; opacity is up to the code that draws. An untagged grade has its own colour (`pathUnknown`),
// a neutral grey distinct from all six grades: it never looks like an easy path.

export type MapMode = 'light' | 'dark'

export interface MapColours {
  /** outside the data, and under everything */
  background: string
  /** land about which nothing else is known */
  earth: string
  // land cover and land use
  forest: string
  scrub: string
  grass: string
  farmland: string
  barren: string
  rockStipple: string
  sand: string
  wetland: string
  glacier: string
  glacierEdge: string
  builtUp: string
  park: string
  protectedEdge: string
  // water
  water: string
  waterEdge: string
  stream: string
  // relief, drawn with opacity
  shadeDark: string
  shadeLight: string
  shadeAccent: string
  contour: string
  contourIndex: string
  contourLabel: string
  // built things
  building: string
  buildingEdge: string
  motorway: string
  motorwayCasing: string
  majorRoad: string
  majorRoadCasing: string
  minorRoad: string
  minorRoadCasing: string
  track: string
  trackCasing: string
  rail: string
  aerialway: string
  runway: string
  ferry: string
  // paths: T1..T6 in order, untagged, and the light casing under all of them
  sac: readonly [t1: string, t2: string, t3: string, t4: string, t5: string, t6: string]
  pathUnknown: string
  pathCasing: string
  viaFerrata: string
  // signed trails, drawn as broad translucent bands; level 1 international .. 4 local, and unknown level
  trailLevels: readonly [international: string, national: string, regional: string, local: string]
  trailUnknown: string
  cycleTrail: string
  // boundaries
  countryBoundary: string
  regionBoundary: string
  // labels and signs
  label: string
  labelMuted: string
  labelHalo: string
  placeLabel: string
  peakLabel: string
  waterLabel: string
  forestLabel: string
  roadLabel: string
  icon: string
  iconPeak: string
  iconShelter: string
  iconWater: string
  iconTransport: string
  iconHazard: string
  shield: string
  shieldEdge: string
  // a user's own line and markers on top of the map (static map, explorer)
  routeLine: string
  routeCasing: string
  routeStart: string
  routeEnd: string
  marker: string
}

const light: MapColours = {
  background: '#eef0ec',
  earth: '#f7f4ec',
  forest: '#cfe0bd',
  scrub: '#dfe8c9',
  grass: '#e9efd6',
  farmland: '#f3efd9',
  barren: '#ebe6df',
  rockStipple: '#a79d92',
  sand: '#f4e9c8',
  wetland: '#d9e8dd',
  glacier: '#eaf5fa',
  glacierEdge: '#8ec3dc',
  builtUp: '#e9e3dc',
  park: '#d9ebc6',
  protectedEdge: '#6f9f4d',
  water: '#a9d3e8',
  waterEdge: '#6aa9c9',
  stream: '#5b9fc6',
  shadeDark: '#3a4150',
  shadeLight: '#fff9e8',
  shadeAccent: '#59616c',
  contour: '#b98f62',
  contourIndex: '#a0703f',
  contourLabel: '#855a2d',
  building: '#cbbfb3',
  buildingEdge: '#a99b8d',
  motorway: '#f0a35e',
  motorwayCasing: '#b9682a',
  majorRoad: '#fbd98c',
  majorRoadCasing: '#b8934a',
  minorRoad: '#ffffff',
  minorRoadCasing: '#a89f94',
  track: '#8f7350',
  trackCasing: '#fffdf7',
  rail: '#6e6a68',
  aerialway: '#4d4a57',
  runway: '#d8d5d0',
  ferry: '#3f7fa8',
  sac: ['#8a6a00', '#d96a0c', '#d0241f', '#b0127b', '#6420ad', '#1c1b52'],
  pathUnknown: '#6d655e',
  pathCasing: '#fffdf7',
  viaFerrata: '#111111',
  trailLevels: ['#e23d6e', '#2f6fd6', '#f09a12', '#8f5bd1'],
  trailUnknown: '#8d8a86',
  cycleTrail: '#0b9a8d',
  countryBoundary: '#7c5a86',
  regionBoundary: '#9d86a5',
  label: '#2f2b28',
  labelMuted: '#5e5650',
  labelHalo: '#fffdf7',
  placeLabel: '#1f1c1a',
  peakLabel: '#4a2f16',
  waterLabel: '#1f5f86',
  forestLabel: '#3f6127',
  roadLabel: '#4d443c',
  icon: '#4d453e',
  iconPeak: '#6b4321',
  iconShelter: '#a3321f',
  iconWater: '#1a6fa3',
  iconTransport: '#2a4f9e',
  iconHazard: '#b3261e',
  shield: '#fffdf7',
  shieldEdge: '#4d443c',
  routeLine: '#0a5bd8',
  routeCasing: '#ffffff',
  routeStart: '#1b8a3a',
  routeEnd: '#c5221f',
  marker: '#c5221f',
}

const dark: MapColours = {
  background: '#0d1013',
  earth: '#15191c',
  forest: '#16241b',
  scrub: '#19251c',
  grass: '#1a231c',
  farmland: '#1d201b',
  barren: '#1f2022',
  rockStipple: '#4c4b4c',
  sand: '#26241c',
  wetland: '#16262a',
  glacier: '#22313a',
  glacierEdge: '#47707f',
  builtUp: '#1f2124',
  park: '#17281b',
  protectedEdge: '#4f7a3c',
  water: '#0d2a3d',
  waterEdge: '#1d4c68',
  stream: '#2a6485',
  shadeDark: '#000000',
  shadeLight: '#6b747c',
  shadeAccent: '#0a0c0e',
  contour: '#5b4a37',
  contourIndex: '#7c6344',
  contourLabel: '#b0926a',
  building: '#2b2f34',
  buildingEdge: '#3d4248',
  motorway: '#8a5528',
  motorwayCasing: '#3a2613',
  majorRoad: '#6d5b30',
  majorRoadCasing: '#2c2616',
  minorRoad: '#454b52',
  minorRoadCasing: '#1b1e22',
  track: '#8b7960',
  trackCasing: '#0d1013',
  rail: '#6b7078',
  aerialway: '#8d8fa0',
  runway: '#2e3136',
  ferry: '#3c7ca3',
  sac: ['#d9bb4a', '#f5a04c', '#ff6a5e', '#f46ac0', '#b58cff', '#dfe3ff'],
  pathUnknown: '#8f9296',
  pathCasing: '#0b0e11',
  viaFerrata: '#f4f4f4',
  trailLevels: ['#e0527d', '#4c86e0', '#d9952e', '#9a70d6'],
  trailUnknown: '#6f7378',
  cycleTrail: '#1fa699',
  countryBoundary: '#8c6d99',
  regionBoundary: '#5f5069',
  label: '#d6d9dc',
  labelMuted: '#9aa0a6',
  labelHalo: '#0b0e11',
  placeLabel: '#eceff1',
  peakLabel: '#e3c9a6',
  waterLabel: '#7fb6d6',
  forestLabel: '#8db07c',
  roadLabel: '#aeb2b6',
  icon: '#b9bec3',
  iconPeak: '#d9b183',
  iconShelter: '#ff8d78',
  iconWater: '#6cbbe8',
  iconTransport: '#8fb0f2',
  iconHazard: '#ff7a70',
  shield: '#171b1f',
  shieldEdge: '#aeb2b6',
  routeLine: '#4f9bff',
  routeCasing: '#04070a',
  routeStart: '#4cc76e',
  routeEnd: '#ff6b62',
  marker: '#ff6b62',
}

export const MAP_COLOURS: Readonly<Record<MapMode, MapColours>> = { light, dark }

/**
 * Dash of each SAC grade T1..T6, and of a path without one, in widths of the line (on, off, ...); null is a solid line.
 * Grades differ in dash as well as in colour, for people who cannot distinguish colours and for print in grey.
 */
export const SAC_DASHES: readonly (readonly number[] | null)[] = [
  null,
  [5, 1.4],
  [3, 1.4],
  [1.8, 1.3],
  [3, 1.2, 0.8, 1.2],
  [0.9, 1.2],
]
export const PATH_UNKNOWN_DASH: readonly number[] = [1.2, 2.6]
