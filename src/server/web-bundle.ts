// The explorer page's files: src/web bundled by esbuild, unless a bundle of the same sources is in the cache.

import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { bundle, readOrBuild, type PackedFiles } from './bundle-cache.ts'
import { withoutUnused } from './used-css.ts'

export interface WebBundle extends PackedFiles {
  /** file names used in the page */
  script: string
  style: string
  /** the map library's worker */
  worker: string
  /** loaded by the first script; named in the page so that they are fetched at once */
  preload: string[]
}

let loaded: Promise<WebBundle> | undefined

/** Built once per process; a failure is thrown to the caller, and the next call tries again. */
export function loadWebBundle(): Promise<WebBundle> {
  loaded ??= readOrBuild('explorer', buildBundle).catch((error: Error) => {
    loaded = undefined
    throw error
  })
  return loaded
}

const usedMapCss: Plugin = {
  name: 'used-map-css',
  setup(build) {
    build.onLoad({ filter: /maplibre-gl\.css$/ }, async ({ path }) => ({
      contents: withoutUnused(await readFile(path, 'utf8')),
      loader: 'css',
    }))
  },
}

async function buildBundle(): Promise<WebBundle> {
  const { files } = await bundle({
    entryPoints: [
      { in: 'src/web/main.tsx', out: 'explorer' },
      { in: 'node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs', out: 'map-worker' },
    ],
    splitting: true,
    plugins: [usedMapCss],
  })
  const names = [...files.keys()]
  const named = (pattern: RegExp) => names.find((name) => pattern.test(name))!
  const script = named(/^explorer-.*\.js$/)
  const preload = names.filter((name) => /^chunk-.*\.js$/.test(name))
  return { files, script, style: named(/^explorer-.*\.css$/), worker: named(/^map-worker-.*\.js$/), preload }
}
