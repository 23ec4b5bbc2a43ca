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
  // signed trails, drawn as opaque bands in one hue; level 1 international .. 4 local, and unknown level
  trailLevels: readonly [international: string, national: string, regional: string, local: string]
  trailUnknown: string
  cycleTrail: string
  /** under the roads that a cycle trail takes: opaque, so that several of them are no darker than one */
  cycleBand: string
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
  sac: ['#b08a00', '#b8500a', '#a3201c', '#70120f', '#430a08', '#140303'],
  pathUnknown: '#6d655e',
  pathCasing: '#fffdf7',
  viaFerrata: '#111111',
  trailLevels: ['#3a1d9c', '#6048d8', '#8f7ef0', '#b9aef6'],
  trailUnknown: '#77736e',
  cycleTrail: '#0b9a8d',
  cycleBand: '#a2d4ca',
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
  background: '#14181b',
  earth: '#20262a',
  forest: '#203c2a',
  scrub: '#26382b',
  grass: '#29362b',
  farmland: '#2b2e26',
  barren: '#2d3033',
  rockStipple: '#5c5b5c',
  sand: '#37342a',
  wetland: '#1f3c42',
  glacier: '#335061',
  glacierEdge: '#6299ad',
  builtUp: '#2d3035',
  park: '#24432c',
  protectedEdge: '#4f7a3c',
  water: '#174f76',
  waterEdge: '#3a86b4',
  stream: '#3f93c2',
  shadeDark: '#06080b',
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
  sac: ['#d8b020', '#d0702a', '#b23a2f', '#ee8378', '#ffbdb4', '#fff8f6'],
  pathUnknown: '#8f9296',
  pathCasing: '#0b0e11',
  viaFerrata: '#f4f4f4',
  trailLevels: ['#d6d0ff', '#9488ee', '#6f5fd0', '#4a3d96'],
  trailUnknown: '#b0b3a6',
  cycleTrail: '#1fa699',
  cycleBand: '#184b49',
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
