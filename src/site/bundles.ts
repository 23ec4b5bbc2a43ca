// The explorer page's files: src/web bundled by esbuild, unless a bundle of the same sources is in the cache.

import { basename, join } from 'node:path'
import { readFile } from 'node:fs/promises'
import type { Metafile, Plugin } from 'esbuild'
import type { PageLanguage } from '../web/i18n/page-language.ts'
import { type PackedFiles, ROOT, bundle, packFiles, readOrBuild } from './bundle-cache.ts'
import { embedLanguages, isEmbedWord, isPageWord, pageLanguages } from './page-languages.ts'

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
  languages: PageLanguage[]
}

const MAP = 'src/web/map/explorer-map.ts'

let loadedWeb: Promise<WebBundle> | undefined

/** Built once per process; a failure is thrown to the caller, and the next call tries again. */
export function loadWebBundle(): Promise<WebBundle> {
  loadedWeb ??= readOrBuild('explorer', buildWebBundle).catch((error: Error) => {
    loadedWeb = undefined
    throw error
  })
  return loadedWeb
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

async function buildWebBundle(): Promise<WebBundle> {
  const { files, metafile } = await bundle({
    entryPoints: [
      { in: 'src/web/main.tsx', out: 'explorer' },
      { in: 'node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs', out: 'map-worker' },
      { in: 'src/web/shade/shade-worker.ts', out: 'shade-worker' },
    ],
    splitting: true,
    plugins: [ownLibrary, pageWords(isPageWord), oneCore(join(ROOT, 'src/web/app.tsx'))],
  })
  const { languages, outputs } = pageLanguages()
  for (const { files: more } of [await bundle(ICONS), await bundle(OFFLINE_WORKER), await packFiles(outputs)])
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
    languages,
  }
}

/** Names of outputs and of whatever they import, but for what they load later. */
function neededBy({ outputs }: Metafile, isFirst: (output: Metafile['outputs'][string]) => boolean): Set<string> {
  const needed = new Set(Object.keys(outputs).filter((path) => isFirst(outputs[path])))
  for (const path of needed)
    for (const { path: next, kind } of outputs[path].imports) if (kind === 'import-statement') needed.add(next)
  return new Set([...needed].map((path) => basename(path)))
}

/**
 * One file for all that the page loads first. esbuild makes a chunk of what the same parts share, which is forty files
 * where every part that comes later shares something else; so each of those parts is given the first one to import,
 * which is there already. A browser fetches six files at once from a server without HTTP/2. `first`: the module with
 * which the page begins.
 */
function oneCore(first: string): Plugin {
  return {
    name: 'one-core',
    setup(build) {
      const later = new Set<string>()
      build.onResolve({ filter: /^\.{1,2}\/.*\.tsx?$/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === later) return undefined
        const found = await build.resolve(path, { kind, resolveDir, importer, pluginData: later })
        later.add(found.path)
        return found
      })
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        if (!later.has(path)) return undefined
        const contents = `import ${JSON.stringify(first)}\n${await readFile(path, 'utf8')}`
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
      })
    },
  }
}

/** In its shader: the slope at a pixel is kept, of the heights of its eight neighbours. */
const SLOPE_IS_KEPT = 'fragColor=clamp(vec4(deriv.x/8.0+'
const LEVEL_BESIDE_VOID = 'for(int n=0;n<9;n++)if(getElevation(pos+ivec2(n%3-1,n/3-1))<-32767.0)deriv=vec2(0.0);'
/**
 * A page may require Trusted Types: what the library hands to the browser as code or markup (its worker's address,
 * attributions that it then cleans) goes through a policy, which such a page allows by its name.
 */
const TRUSTED =
  'let waypostTrust;try{waypostTrust=globalThis.trustedTypes?.createPolicy("waypost-map",{createHTML:t=>t,createScriptURL:t=>t})}catch{}' +
  'const waypostUrl=t=>waypostTrust?.createScriptURL(t)??t,waypostHtml=t=>waypostTrust?.createHTML(t)??t;'

/** What is changed in the library, each found once. */
const CHANGES: readonly (readonly [from: string, to: string])[] = [
  [SLOPE_IS_KEPT, LEVEL_BESIDE_VOID + SLOPE_IS_KEPT],
  ['new Worker(e,{', 'new Worker(waypostUrl(e),{'],
  ['new Worker(e)', 'new Worker(waypostUrl(e))'],
  ['parseFromString(t,', 'parseFromString(waypostHtml(t),'],
]

/** Throws where the library is no longer the one that this was written for. */
function changedLibrary(library: string): string {
  return CHANGES.reduce((text, [from, to]) => {
    const parts = text.split(from)
    if (parts.length !== 2)
      throw new Error(`MapLibre has no \`${from}\` any more, or several: see src/site/bundles.ts.`)
    return parts.join(to)
  }, TRUSTED + library)
}

/** The library's logo and controls that no page of ours has: their pictures are half of its style sheet. */
const UNUSED = /\.maplibregl-ctrl-(?:logo|globe|terrain|fullscreen|shrink)/

/** Rules of a style sheet, and at-rules with what is in them. */
function cssRules(styles: string): string[] {
  const rules: string[] = []
  let [start, depth] = [0, 0]
  for (let at = 0; at < styles.length; at++) {
    if (styles[at] === '{') depth++
    else if (styles[at] === '}' && --depth === 0) {
      rules.push(styles.slice(start, at + 1))
      start = at + 1
    }
  }
  return rules
}

/** Drops unused rules. Throws if the style sheet has changed so much that this no longer fits it. */
function changedStyles(styles: string): string {
  const rules = cssRules(styles)
  const used = rules.filter((rule) => !UNUSED.test(rule)).join('')
  if (rules.join('').length !== styles.trim().length || used.length > styles.length / 2)
    throw new Error('The style sheet of MapLibre has another form: see src/site/bundles.ts.')
  return used
}

/**
 * Hill shading that leaves out what the terrain has no height for: the map library takes a void (-32,768 m) for ground,
 * and would draw a cliff around it. And a library that pages with Trusted Types can use.
 */
const ownLibrary: Plugin = {
  name: 'own-library',
  setup(build) {
    build.onLoad({ filter: /maplibre-gl\.mjs$/ }, async ({ path }) => ({
      contents: changedLibrary(await readFile(path, 'utf8')),
    }))
    // as the page takes style sheets: a file of its own, or a text
    build.onLoad({ filter: /maplibre-gl\.css$/ }, async ({ path }) => ({
      contents: changedStyles(await readFile(path, 'utf8')),
      loader: build.initialOptions.loader?.['.css'] ?? 'css',
    }))
  },
}

/** Bundles only the page's words of a catalogue, and of those only the keys that are used. */
function pageWords(isUsed: (key: string) => boolean): Plugin {
  return {
    name: 'page-words',
    setup(build) {
      build.onLoad({ filter: /\/catalogues\/[\w-]+\.json$/ }, async ({ path }) => {
        const { page } = JSON.parse(await readFile(path, 'utf8')) as { page: Record<string, string> }
        const used = Object.entries(page).filter(([key]) => isUsed(key))
        return { contents: JSON.stringify({ page: Object.fromEntries(used) }), loader: 'json' }
      })
    },
  }
}

export interface EmbedBundle extends PackedFiles {
  /** the component; exports `defineWaypostMap` */
  component: string
  mapLibre: string
  /** MapLibre's worker */
  worker: string
  /** of each tag the file of its words; null where the component has them */
  languages: Record<string, string | null>
}

let loadedEmbed: Promise<EmbedBundle> | undefined

/**
 * The files of <waypost-map>: the component in one module, and MapLibre with its worker beside it, which it loads only
 * where the page has given it none. Built once per process; a failure is thrown to the caller, and the next call tries
 * again.
 */
export function loadEmbedBundle(): Promise<EmbedBundle> {
  loadedEmbed ??= readOrBuild('embed', buildEmbedBundle).catch((error: Error) => {
    loadedEmbed = undefined
    throw error
  })
  return loadedEmbed
}

async function buildEmbedBundle(): Promise<EmbedBundle> {
  const { files } = await bundle({
    entryPoints: [
      { in: 'src/web/embed/define-element.ts', out: 'component' },
      { in: 'node_modules/maplibre-gl/dist/maplibre-gl.mjs', out: 'maplibre' },
      { in: 'node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs', out: 'map-worker' },
    ],
    // style sheets are adopted by each element, so that the page's policy need not allow styles
    loader: { '.css': 'text' },
    plugins: [ownLibrary, pageWords(isEmbedWord)],
  })
  const named = (pattern: RegExp) => [...files.keys()].find((name) => pattern.test(name))!
  const { languages, outputs } = embedLanguages()
  for (const [name, file] of (await packFiles(outputs)).files) files.set(name, file)
  return {
    files,
    languages,
    component: named(/^component-.*\.js$/),
    mapLibre: named(/^maplibre-.*\.js$/),
    worker: named(/^map-worker-.*\.js$/),
  }
}
