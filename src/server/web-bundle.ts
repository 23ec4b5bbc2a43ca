// The explorer page's files: src/web bundled by esbuild, unless a bundle of the same sources is in the cache
// (node_modules/.cache, by the hash of all inputs), compressed once with brotli and gzip and kept in memory.
// Never read from disk while serving, never part of the repository.

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOURCES = ['src/web', 'src/geo', 'src/travel', 'src/wire', 'clients/typescript/src']
const FURTHER = ['package-lock.json', 'src/server/web-bundle.ts']
const CACHE = join(ROOT, 'node_modules/.cache/waypost-explorer')
/** Compresses to within a few per cent of the best in a fifth of the time. */
const BROTLI_QUALITY = 9
const TYPES: Record<string, string> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

export interface WebFile {
  contentType: string
  brotli: Buffer
  gzip: Buffer
}

export interface WebBundle {
  /** by file name, which contains the hash of the content */
  files: Map<string, WebFile>
  /** file names used in the page */
  script: string
  style: string
  /** the map library's worker */
  worker: string
  /** loaded by the first script; named in the page so that they are fetched at once */
  preload: string[]
}

interface Index extends Omit<WebBundle, 'files'> {
  types: [name: string, contentType: string][]
}

let loaded: Promise<WebBundle> | undefined

/** Built once per process; a failure is thrown to the caller, and the next call tries again. */
export function loadWebBundle(): Promise<WebBundle> {
  loaded ??= readOrBuild().catch((error: Error) => {
    loaded = undefined
    throw error
  })
  return loaded
}

async function readOrBuild(): Promise<WebBundle> {
  const folder = join(CACHE, sourcesKey())
  return readCache(folder) ?? writeCache(folder, await buildBundle())
}

/** Hash of every source and of the versions of every package. */
function sourcesKey(): string {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((source) =>
    readdirSync(join(ROOT, source), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
  ).sort()
  for (const file of [...files, ...FURTHER])
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  return hash.digest('hex').slice(0, 24)
}

async function buildBundle(): Promise<WebBundle> {
  const esbuild = await import('esbuild') // only if the cache is stale
  const result = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [
      { in: 'src/web/main.tsx', out: 'explorer' },
      { in: 'node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs', out: 'map-worker' },
    ],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'eof',
    define: { 'process.env.NODE_ENV': '"production"' },
    outdir: 'out',
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  await esbuild.stop() // otherwise its process would stay alive
  const files = new Map<string, WebFile>()
  await Promise.all(
    result.outputFiles.map(async ({ path, contents }) => {
      const name = path.slice(path.lastIndexOf('/') + 1).replace(/^.*\\/, '')
      const [brotli, packed] = await Promise.all([
        packBrotli(contents, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
          },
        }),
        packGzip(contents, { level: 9 }),
      ])
      files.set(name, {
        contentType: TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
        brotli,
        gzip: packed,
      })
    }),
  )
  const names = [...files.keys()]
  const named = (pattern: RegExp) => names.find((name) => pattern.test(name))!
  const script = named(/^explorer-.*\.js$/)
  const preload = names.filter((name) => /^chunk-.*\.js$/.test(name))
  return { files, script, style: named(/^explorer-.*\.css$/), worker: named(/^map-worker-.*\.js$/), preload }
}

function readCache(folder: string): WebBundle | null {
  try {
    const { types, ...rest } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Index
    const files = new Map(
      types.map(([name, contentType]) => [
        name,
        {
          contentType,
          brotli: readFileSync(join(folder, `${name}.br`)),
          gzip: readFileSync(join(folder, `${name}.gz`)),
        },
      ]),
    )
    return { files, ...rest }
  } catch {
    return null
  }
}

/**
 * Caches the bundle for the next start and deletes earlier ones; if the folder is not writable it is rebuilt each
 * time.
 */
function writeCache(folder: string, bundle: WebBundle): WebBundle {
  const draft = `${folder}.${process.pid}`
  try {
    mkdirSync(draft, { recursive: true })
    for (const [name, file] of bundle.files) {
      writeFileSync(join(draft, `${name}.br`), file.brotli)
      writeFileSync(join(draft, `${name}.gz`), file.gzip)
    }
    const { files, ...rest } = bundle
    writeFileSync(
      join(draft, 'index.json'),
      JSON.stringify({
        ...rest,
        types: [...files].map(([name, { contentType }]) => [name, contentType]),
      } satisfies Index),
    )
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
    for (const entry of readdirSync(CACHE))
      if (!folder.endsWith(entry) && !entry.includes('.')) rmSync(join(CACHE, entry), { recursive: true, force: true })
  } catch {
    rmSync(draft, { recursive: true, force: true })
  }
  return bundle
}
