// The explorer page's files: src/web bundled by esbuild, unless a bundle of the same sources is in the cache.

import { basename, join } from 'node:path'
import type { Metafile } from 'esbuild'
import { type PackedFiles, ROOT, bundle, readOrBuild } from './bundle-cache.ts'
import { levelVoids } from './level-voids.ts'
import { oneCore } from './single-preact.ts'

export interface WebBundle extends PackedFiles {
  /** file names used in the page */
  script: string
  style: string
  /** the map library's worker */
  worker: string
  /** of the thread that draws steepness and the sun */
  shadeWorker: string
  /** what the first script loads at once, the map among it; named in the page so that it is fetched with it */
  preload: string[]
  /** code of the service worker, without what its server tells it */
  offlineWorker: string
  icons: { small: string; large: string; maskable: string }
}

const MAP = 'src/web/map/explorer-map.ts'

let loaded: Promise<WebBundle> | undefined

/** Built once per process; a failure is thrown to the caller, and the next call tries again. */
export function loadWebBundle(): Promise<WebBundle> {
  loaded ??= readOrBuild('explorer', buildBundle).catch((error: Error) => {
    loaded = undefined
    throw error
  })
  return loaded
}

const ICONS = {
  entryPoints: ['icon-192', 'icon-512', 'icon-maskable'].map((name) => ({
    in: `src/web/icons/${name}.png`,
    out: name,
  })),
  loader: { '.png': 'copy' },
} as const satisfies Parameters<typeof bundle>[0]
/** Whole in one file: a worker loads no other. */
const OFFLINE_WORKER = { entryPoints: [{ in: 'src/web/offline/offline-worker.ts', out: 'offline-worker' }] }

async function buildBundle(): Promise<WebBundle> {
  const { files, metafile } = await bundle({
    entryPoints: [
      { in: 'src/web/main.tsx', out: 'explorer' },
      { in: 'node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs', out: 'map-worker' },
      { in: 'src/web/shade/shade-worker.ts', out: 'shade-worker' },
    ],
    splitting: true,
    plugins: [levelVoids, oneCore(join(ROOT, 'src/web/app.tsx'))],
  })
  for (const { files: more } of [await bundle(ICONS), await bundle(OFFLINE_WORKER)])
    for (const [name, file] of more) files.set(name, file)
  const names = [...files.keys()]
  const named = (pattern: RegExp) => names.find((name) => pattern.test(name))!
  const script = named(/^explorer-.*\.js$/)
  const first = neededBy(metafile, (output) => output.entryPoint === MAP || output.entryPoint === 'src/web/main.tsx')
  const preload = names.filter((name) => name !== script && first.has(name))
  return {
    files,
    script,
    style: named(/^explorer-.*\.css$/),
    worker: named(/^map-worker-.*\.js$/),
    shadeWorker: named(/^shade-worker-.*\.js$/),
    preload,
    offlineWorker: named(/^offline-worker-.*\.js$/),
    icons: { small: named(/^icon-192-/), large: named(/^icon-512-/), maskable: named(/^icon-maskable-/) },
  }
}

/** Names of outputs and of whatever they import, but for what they load later. */
function neededBy({ outputs }: Metafile, isFirst: (output: Metafile['outputs'][string]) => boolean): Set<string> {
  const needed = new Set(Object.keys(outputs).filter((path) => isFirst(outputs[path])))
  for (const path of needed)
    for (const { path: next, kind } of outputs[path].imports) if (kind === 'import-statement') needed.add(next)
  return new Set([...needed].map((path) => basename(path)))
}
