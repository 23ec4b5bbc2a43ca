// Valhalla's words for what a way is: `surface`, `use`, `road_class` (the enums of its trace serializer). Taken from
// the map's own values if known; an unknown surface is null.

import { SURFACE_KINDS } from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'

const SURFACE_OF_TAG: Record<string, string[]> = {
  paved_smooth: ['asphalt', 'concrete', 'paved', 'asphalt:lanes', 'concrete:plates', 'concrete:lanes', 'chipseal'],
  paved: [
    'paving_stones',
    'paving_stones:lanes',
    'bricks',
    'brick',
    'tiles',
    'tartan',
    'rubber',
    'plastic',
    'acrylic',
    'wood',
    'metal',
    'grade1',
  ],
  paved_rough: [
    'sett',
    'cobblestone',
    'cobblestone:flattened',
    'unhewn_cobblestone',
    'metal_grid',
    'grid',
    'grass_paver',
  ],
  compacted: ['compacted', 'fine_gravel', 'crushed_limestone', 'grade2'],
  gravel: ['gravel', 'pebblestone', 'shells', 'cinder', 'unpaved', 'grade3'],
  dirt: ['dirt', 'earth', 'ground', 'soil', 'clay', 'mud', 'sand', 'woodchips', 'dirt/sand', 'salt', 'grade4'],
  path: [
    'grass',
    'rock',
    'rocks',
    'stone',
    'stones',
    'bare_rock',
    'scree',
    'roots',
    'snow',
    'ice',
    'stepping_stones',
    'trail',
    'grade5',
  ],
}
const WORD_OF_TAG = new Map(
  Object.entries(SURFACE_OF_TAG).flatMap(([word, tags]) => tags.map((tag) => [tag, word] as const)),
)
const WORD_OF_KIND = { unknown: null, paved: 'paved', gravel: 'gravel', trail: 'path' } as const

/** Null if the surface is not known. */
export function surfaceWord(graph: RoutingGraph, classIndex: number): string | null {
  const { classSurface, classSurfaceTag } = graph.columns
  const tag = graph.string(classSurfaceTag[classIndex])
  return (tag === null ? undefined : WORD_OF_TAG.get(tag)) ?? WORD_OF_KIND[SURFACE_KINDS[classSurface[classIndex]]]
}

const USE_OF_HIGHWAY = new Map([
  ['track', 'track'],
  ['living_street', 'living_street'],
  ['service', 'service_road'],
  ['cycleway', 'cycleway'],
  ['footway', 'footway'],
  ['steps', 'steps'],
  ['path', 'path'],
  ['via_ferrata', 'path'],
  ['pedestrian', 'pedestrian'],
  ['platform', 'platform'],
  ['bridleway', 'bridleway'],
  ['ferry', 'ferry'],
  ['pier', 'footway'],
])

export function useWord(highway: string): string {
  return USE_OF_HIGHWAY.get(highway) ?? (highway.endsWith('_link') ? 'ramp' : 'road')
}

const ROAD_CLASSES = ['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'unclassified', 'residential']

export function roadClassWord(highway: string): string {
  const main = highway.replace(/_link$/, '')
  return ROAD_CLASSES.includes(main) ? main : main === 'road' ? 'unclassified' : 'service_other'
}
