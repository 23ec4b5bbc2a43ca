// The style under everything: that of the release, as its manifest names it; else plain ground with a hillshade of the
// release's own terrain, and a sentence on what is missing. Our own layers (`way-...`) stay over whatever style comes.

import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { Theme } from '../i18n/preferences.ts'
import type { Language } from '../i18n/words.ts'
import type { ExplorerConfig, SecondMap } from '../plan/explorer-config.ts'
import { KEPT_WITH } from '../offline/kept-area.ts'

/** Sources and layers of this page begin with this; those of a style never do. */
export const OWN = 'way-'

export interface FoundStyle {
  style: StyleSpecification
  /** null: the release's own style */
  trouble: string | null
}

/** Shown before anything has come. */
export function blankStyle(theme: Theme): StyleSpecification {
  return {
    version: 8,
    sources: {},
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': GROUND[theme] } }],
  }
}

const GROUND: Record<Theme, string> = { light: '#e9ece4', dark: '#2b3339' }
/** Sea and void: terrain tiles hold heights from -1 m on; what is below is drawn as the ground. */
const SHADE: Record<Theme, { shadow: string; highlight: string; accent: string }> = {
  light: { shadow: '#5d6b61', highlight: '#ffffff', accent: '#8fa396' },
  dark: { shadow: '#0b1013', highlight: '#a9b9bf', accent: '#55666e' },
}

/**
 * Never throws: a style that cannot be had gives the plain ground and says why. `keptArea`: the map is the one
 * that it was kept with; null: the one that is served. `isSecond`: with the operator's second map.
 */
export async function findStyle(
  config: ExplorerConfig,
  theme: Theme,
  language: Language,
  keptArea: string | null,
  isSecond: boolean,
): Promise<FoundStyle> {
  const second = isSecond ? config.secondMap : null
  if (second === null) return findOwn(config, theme, language, keptArea)
  if (isRaster(second)) {
    const { style, trouble } = await findOwn(config, theme, language, keptArea)
    return { style: withSecondMap(style, second), trouble }
  }
  try {
    return { style: await readJson<StyleSpecification>(second.url), trouble: null }
  } catch (error) {
    return { style: groundStyle(config, theme), trouble: error instanceof Error ? error.message : String(error) }
  }
}

/** Of the release. */
async function findOwn(
  config: ExplorerConfig,
  theme: Theme,
  language: Language,
  keptArea: string | null,
): Promise<FoundStyle> {
  if (config.region === null) return { style: blankStyle(theme), trouble: 'map.nothing' }
  if (config.missing.length > 0) return { style: groundStyle(config, theme), trouble: 'map.missing' }
  try {
    const { artifacts } = await readJson<{ artifacts: { styles: { url: string; dark_url: string } } }>(
      `${config.apiUrl}/pmtiles/current/manifest.json${keptArea === null ? '' : `?${KEPT_WITH}=${keptArea}`}`,
    )
    const address = theme === 'dark' ? artifacts.styles.dark_url : artifacts.styles.url
    return { style: await readJson<StyleSpecification>(`${address}?language=${language}`), trouble: null }
  } catch (error) {
    return { style: groundStyle(config, theme), trouble: error instanceof Error ? error.message : String(error) }
  }
}

/** Plain ground with hills from the terrain tiles, where there are any. */
function groundStyle(config: ExplorerConfig, theme: Theme): StyleSpecification {
  const blank = blankStyle(theme)
  if (config.terrainVersion === null) return blank
  const { shadow, highlight, accent } = SHADE[theme]
  const terrain: SourceSpecification = {
    type: 'raster-dem',
    encoding: 'terrarium',
    tileSize: 512,
    url: `pmtiles://${config.apiUrl}/pmtiles/${config.terrainVersion}/terrain.pmtiles`,
  }
  const hills: LayerSpecification = {
    id: 'hills',
    type: 'hillshade',
    source: 'terrain',
    paint: {
      'hillshade-shadow-color': shadow,
      'hillshade-highlight-color': highlight,
      'hillshade-accent-color': accent,
      'hillshade-exaggeration': 0.6,
    },
  }
  return { ...blank, sources: { terrain }, layers: [...blank.layers, hills] }
}

/** Our own sources and layers of the old style over the next one; the glyphs of the next. */
export function keepOwn(old: StyleSpecification | undefined, next: StyleSpecification): StyleSpecification {
  if (old === undefined) return next
  return {
    ...next,
    sources: {
      ...next.sources,
      ...Object.fromEntries(Object.entries(old.sources).filter(([id]) => id.startsWith(OWN))),
    },
    layers: [...next.layers, ...old.layers.filter(({ id }) => id.startsWith(OWN))],
  }
}

async function readJson<Value>(url: string): Promise<Value> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${new URL(url).pathname}: HTTP ${response.status}`)
  return (await response.json()) as Value
}

const SECOND = 'second-map'
const TILE_PX = 256
/** Deeper ones are drawn from these. */
const MAX_ZOOM = 19

const isGround = ({ type }: LayerSpecification) => type === 'background' || type === 'fill' || type === 'hillshade'

/**
 * The second map, where the operator has set one: raster tiles lie over the ground of the release and under its
 * contours, ways and names; a style takes the place of the release's.
 */
export function withSecondMap(style: StyleSpecification, { url }: SecondMap): StyleSpecification {
  const above = style.layers.findLastIndex(isGround) + 1
  return {
    ...style,
    sources: { ...style.sources, [SECOND]: { type: 'raster', tiles: [url], tileSize: TILE_PX, maxzoom: MAX_ZOOM } },
    layers: [
      ...style.layers.slice(0, above),
      { id: SECOND, type: 'raster', source: SECOND },
      ...style.layers.slice(above),
    ],
  }
}

/** Raster tiles, or else the address of a style. */
export const isRaster = ({ url }: SecondMap): boolean => url.includes('{z}')
