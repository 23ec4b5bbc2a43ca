// The files of <waypost-map>: the component in one module, and MapLibre with its worker beside it, which it loads only
// where the page has given it none.

import { bundle, readOrBuild, type PackedFiles } from './bundle-cache.ts'
import { levelVoids } from './level-voids.ts'

export interface EmbedBundle extends PackedFiles {
  /** the component; exports `defineWaypostMap` */
  component: string
  mapLibre: string
  /** MapLibre's worker */
  worker: string
}

let loaded: Promise<EmbedBundle> | undefined

/** Built once per process; a failure is thrown to the caller, and the next call tries again. */
export function loadEmbedBundle(): Promise<EmbedBundle> {
  loaded ??= readOrBuild('embed', buildBundle).catch((error: Error) => {
    loaded = undefined
    throw error
  })
  return loaded
}

async function buildBundle(): Promise<EmbedBundle> {
  const { files } = await bundle({
    entryPoints: [
      { in: 'src/web/embed/define-element.ts', out: 'component' },
      { in: 'node_modules/maplibre-gl/dist/maplibre-gl.mjs', out: 'maplibre' },
      { in: 'node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs', out: 'map-worker' },
    ],
    // style sheets are adopted by each element, so that the page's policy need not allow styles
    loader: { '.css': 'text' },
    plugins: [levelVoids],
  })
  const named = (pattern: RegExp) => [...files.keys()].find((name) => pattern.test(name))!
  return {
    files,
    component: named(/^component-.*\.js$/),
    mapLibre: named(/^maplibre-.*\.js$/),
    worker: named(/^map-worker-.*\.js$/),
  }
}
