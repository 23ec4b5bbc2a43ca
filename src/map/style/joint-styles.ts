// One style over several regions (decision: regions): the sources of each region, bounded to where it answers, and each
// layer once for each region, so that what lies above what stays as in the style of one. The first region's keep their
// names, the others' have `@REGION` behind them. Sprite and glyphs are the first one's. None fades at its edge, where
// another may go on.

import type { StyleSpecification } from '@maplibre/maplibre-gl-style-spec'
import type { Box } from '../../geo/lon-lat.ts'
import { boundsOfTiles } from '../../geo/split-box.ts'
import type { StyleArchive } from './style-archive.ts'

export interface RegionStyle {
  region: string
  archive: StyleArchive
  /** where its tiles are drawn */
  bounds: Box
}

/** Source and layer of style-document.ts. */
const EDGE = 'edge'
const STYLES = ['style.json', 'style-dark.json']

/** Of two regions and more. Pure. */
export function joinStyles(styles: readonly RegionStyle[], bbox: Box): StyleArchive {
  const [first] = styles
  const texts = new Map(first.archive.texts)
  for (const name of STYLES) {
    const documents = styles.map(({ region, archive, bounds }) => ({
      region,
      bounds,
      style: JSON.parse(archive.texts.get(name)!) as StyleSpecification,
    }))
    texts.set(name, JSON.stringify(joinDocuments(documents, bbox)))
  }
  return { ...first.archive, texts }
}

interface RegionDocument {
  region: string
  bounds: Box
  style: StyleSpecification
}

function joinDocuments(documents: readonly RegionDocument[], bbox: Box): StyleSpecification {
  const [{ style: first }] = documents
  const nameOf = (name: string, at: number) => (at === 0 ? name : `${name}@${documents[at].region}`)
  const sources: StyleSpecification['sources'] = {}
  const layers: StyleSpecification['layers'] = []
  documents.forEach(({ style, bounds }, at) => {
    for (const [name, source] of Object.entries(style.sources))
      if (name !== EDGE) sources[nameOf(name, at)] = { ...source, bounds: [...boundsOfTiles(bounds)] } as typeof source
  })
  const byId = documents.map(({ style }) => new Map(style.layers.map((layer) => [layer.id, layer])))
  // a layer that the first region lacks lies above its last one
  for (const id of new Set(documents.flatMap(({ style }) => style.layers.map((layer) => layer.id)))) {
    byId.forEach((known, at) => {
      const layer = known.get(id)
      if (layer === undefined || id === EDGE) return
      if ('source' in layer)
        layers.push({ ...layer, id: nameOf(id, at), source: nameOf(layer.source, at) } as typeof layer)
      else if (at === 0) layers.push(layer)
    })
  }
  return { ...first, metadata: { ...(first.metadata as object), 'waypost:bbox': bbox }, sources, layers }
}
