// Files of a page that esbuild makes, each compressed once with brotli and gzip and kept in memory; cached in
// node_modules/.cache by the hash of all inputs. Never read from disk while serving, never part of the repository.

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, gunzip } from 'node:zlib'
import type { BuildOptions, Metafile } from 'esbuild'
import type { RequestContext } from '../server/request-context.ts'
import { matchesEtag } from '../server/match-etag.ts'
import { acceptsEncoding, sendBytes } from '../server/send-answer.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOURCES = ['src/web', 'src/language', 'src/geo', 'src/travel', 'src/wire', 'clients/typescript/src']
const FURTHER = ['package-lock.json', 'src/site/bundle-cache.ts', 'src/site/bundles.ts', 'src/site/page-languages.ts']
/** Compresses to within a few per cent of the best in a fifth of the time. */
const BROTLI_QUALITY = 9
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  png: 'image/png',
  json: 'application/json; charset=utf-8',
}

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

interface WebFile {
  contentType: string
  brotli: Buffer
  gzip: Buffer
}

/** `files`: by file name, which contains the hash of the content. */
export interface PackedFiles {
  files: Map<string, WebFile>
}

/** With what each output needs. */
export interface BuiltFiles extends PackedFiles {
  metafile: Metafile
}

interface Index {
  types: [name: string, contentType: string][]
}

/** The bundle of this name: from the cache where all its inputs are the same, else built. */
export async function readOrBuild<Bundle extends PackedFiles>(
  name: string,
  build: () => Promise<Bundle>,
): Promise<Bundle> {
  const cache = join(ROOT, 'node_modules/.cache', `waypost-${name}`)
  const folder = join(cache, sourcesKey())
  return readCache<Bundle>(folder) ?? writeCache(cache, folder, await build())
}

/** Where the copyright lines and licences of what is in a file are: beside its folder, on the host that serves it. */
export const NOTICE = '/*! Licences of all parts: ../licences */'

const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'eof',
  footer: { js: NOTICE, css: NOTICE },
  define: { 'process.env.NODE_ENV': '"production"' },
  outdir: 'out',
  entryNames: '[name]-[hash]',
  chunkNames: 'chunk-[hash]',
  write: false,
  metafile: true,
  logLevel: 'silent',
} as const satisfies BuildOptions

let lastBuild: Promise<unknown> = Promise.resolve()

/** Bundles in turn: a build that ends stops the compiler for all. Each output by its file name, compressed. */
export function bundle(
  options: Pick<BuildOptions, 'entryPoints' | 'splitting' | 'loader' | 'plugins'>,
): Promise<BuiltFiles> {
  const build = lastBuild.then(async () => {
    const esbuild = await import('esbuild') // only if the cache is stale
    const { outputFiles, metafile } = await esbuild.build({ ...OPTIONS, ...options })
    await esbuild.stop() // otherwise its process would stay alive
    return { outputFiles, metafile }
  })
  lastBuild = build.catch(() => undefined)
  return build.then(async ({ outputFiles, metafile }) => ({ ...(await packFiles(outputFiles)), metafile }))
}

export async function packFiles(outputs: readonly { path: string; contents: Uint8Array }[]): Promise<PackedFiles> {
  const files = new Map<string, WebFile>()
  await Promise.all(
    outputs.map(async ({ path, contents }) => {
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
  return { files }
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

function readCache<Bundle extends PackedFiles>(folder: string): Bundle | null {
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
    return { files, ...rest } as unknown as Bundle
  } catch {
    return null
  }
}

/**
 * Caches the bundle for the next start and deletes earlier ones; if the folder is not writable it is rebuilt each
 * time.
 */
function writeCache<Bundle extends PackedFiles>(cache: string, folder: string, bundle: Bundle): Bundle {
  const draft = `${folder}.${process.pid}`
  try {
    mkdirSync(draft, { recursive: true })
    for (const [name, file] of bundle.files) {
      writeFileSync(join(draft, `${name}.br`), file.brotli)
      writeFileSync(join(draft, `${name}.gz`), file.gzip)
    }
    const { files, ...rest } = bundle
    const types: Index['types'] = [...files].map(([name, { contentType }]) => [name, contentType])
    writeFileSync(join(draft, 'index.json'), JSON.stringify({ ...rest, types }))
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
    for (const entry of readdirSync(cache))
      if (!folder.endsWith(entry) && !entry.includes('.')) rmSync(join(cache, entry), { recursive: true, force: true })
  } catch {
    rmSync(draft, { recursive: true, force: true })
  }
  return bundle
}

const unpack = promisify(gunzip)

/** A file of a bundle, packed as the client takes it. Its name has the hash of its content, so it never changes. */
export async function sendBundleFile(context: RequestContext, name: string, file: WebFile): Promise<void> {
  const headers = ['Cache-Control', 'public, max-age=31536000, immutable', 'ETag', `"${name}"`]
  const accepted = context.request.headers['accept-encoding']
  if (matchesEtag(context.request.headers['if-none-match'], `"${name}"`)) sendBytes(context, 304, null, null, headers)
  else if (acceptsEncoding('br', accepted))
    sendBytes(context, 200, file.contentType, file.brotli, [...headers, 'Content-Encoding', 'br'])
  else if (acceptsEncoding('gzip', accepted))
    sendBytes(context, 200, file.contentType, file.gzip, [...headers, 'Content-Encoding', 'gzip'])
  else sendBytes(context, 200, file.contentType, await unpack(file.gzip), headers)
}
