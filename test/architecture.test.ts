// The layout of the house as a test: which folder may import from which, and which packages live where.
// Read from import lines; `import type` is let through where the table says so.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { LAYERS } from './support/layers.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const ORDER = LAYERS.map(({ path }) => path)
const CORE = ORDER.slice(ORDER.indexOf('src/geo'), ORDER.indexOf('src/config'))
  .filter((line) => line.startsWith('src/') && !line.endsWith('.ts') && line !== 'src/web')
  .map((line) => line.slice('src/'.length))
const ROOMS = LAYERS.flatMap(({ path, rooms }) => (rooms === undefined ? [] : [[path, rooms] as const]))

interface Import {
  file: string
  folder: string
  target: string
  isType: boolean
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
  } catch {
    return []
  }
}

/** `src/routing/x.ts` -> `src/routing`, `src/main.ts` -> `src`, `schema/x.ts` -> `schema`. */
function folderOf(file: string): string {
  const parts = file.split('/')
  return parts[0] === 'src' ? (parts.length === 2 ? 'src' : `src/${parts[1]}`) : parts[0]
}

const files = [
  ...['schema', 'resolvers', 'rest-compat', 'db', 'clients', 'src'].flatMap(listFiles),
  'codegen.ts',
].filter((file) => !file.startsWith('src/web/'))
const imports: Import[] = files.flatMap((file) => {
  let text: string
  try {
    text = readFileSync(join(ROOT, file), 'utf8')
  } catch {
    return []
  }
  const found: Import[] = []
  for (const [, isType, names, source] of text.matchAll(
    /^(?:import|export)\s+(type\s+)?([^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm,
  )) {
    const inlineTypes =
      names !== undefined &&
      /^\{/.test(names) &&
      names
        .replace(/[{}]|\sfrom\s/g, '')
        .split(',')
        .every((name) => name.trim() === '' || name.trim().startsWith('type '))
    const target = source.startsWith('.') ? normalize(join(dirname(file), source)) : source
    found.push({ file, folder: folderOf(file), target, isType: isType !== undefined || inlineTypes })
  }
  for (const [, source] of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g))
    found.push({
      file,
      folder: folderOf(file),
      target: source.startsWith('.') ? normalize(join(dirname(file), source)) : source,
      isType: false,
    })
  return found
})
const pageFiles = readdirSync(join(ROOT, 'src/web'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name))
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
const pageImports = pageFiles.flatMap((file) =>
  [
    ...readFileSync(join(ROOT, file), 'utf8').matchAll(
      /(?:^(?:import|export|\}) (?:[^'"\n]*)from|^import|\bimport\()\s*['"]([^'"]+)['"]/gm,
    ),
  ].map(([, source]) => ({ file, target: source.startsWith('.') ? normalize(join(dirname(file), source)) : source })),
)
/** Each circle of files that import each other, once or more. */
function circlesOf(all: readonly Pick<Import, 'file' | 'target'>[]): string[] {
  const targets = Map.groupBy(all, ({ file }) => file)
  const done = new Set<string>()
  const path: string[] = []
  const circles: string[] = []
  const visit = (file: string) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
    if (done.has(file) || path.includes(file)) return
    path.push(file)
    for (const { target } of targets.get(file) ?? []) visit(target)
    path.pop()
    done.add(file)
  }
  for (const file of targets.keys()) visit(file)
  return circles
}
const isPackage = (target: string) =>
  !/^(src|schema|resolvers|rest-compat|db|clients|test)\//.test(target) && !target.endsWith('package.json')
const show = ({ file, target }: Import) => `${file} -> ${target}`

/** Imports from `folders` into anything that `isForbidden` names; type-only ones count unless let through. */
function breaches(
  from: (file: Import) => boolean,
  isForbidden: (target: string, found: Import) => boolean,
  letTypesThrough = false,
): string[] {
  return imports
    .filter((found) => from(found) && !(letTypesThrough && found.isType) && isForbidden(found.target, found))
    .map(show)
}
const inFolder =
  (...folders: string[]) =>
  (found: Import) =>
    folders.some((folder) => found.file.startsWith(`${folder}/`))
const into =
  (...folders: string[]) =>
  (target: string) =>
    !isPackage(target) && folders.some((folder) => target.startsWith(`${folder}/`))

describe('the house', () => {
  test('has files to check', () => {
    expect(files.length).toBeGreaterThan(40)
    expect(imports.length).toBeGreaterThan(200)
  })

  const lineOf = (file: string) => ORDER.findIndex((line) => file === line || file.startsWith(`${line}/`))

  test('every file has a line in the order', () => {
    expect(files.filter((file) => lineOf(file) < 0)).toEqual([])
  })

  test('no import goes up, types included', () => {
    expect(
      breaches(
        () => true,
        (target, { file }) => !isPackage(target) && !target.endsWith('.json') && lineOf(target) > lineOf(file),
      ),
    ).toEqual([])
  })

  test.each(ROOMS)('inside %s no room imports one below it', (folder, { names: rooms, loose }) => {
    const roomOf = (file: string) => {
      const parts = file.slice(folder.length + 1).split('/')
      if (parts.length > 1) return rooms.indexOf(parts[0]) + 1
      return loose === 'first' ? 0 : loose === 'last' ? rooms.length + 1 : -1
    }
    const isInside = (file: string) => file.startsWith(`${folder}/`)
    const between = [...imports, ...pageImports].filter(({ file, target }) => isInside(file) && isInside(target))
    expect(between.length).toBeGreaterThan(5)
    const known = (file: string) => loose !== 'none' || file.slice(folder.length + 1).includes('/')
    const wrong = between.filter(({ file, target }) => !known(file) || roomOf(target) > roomOf(file))
    expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([])
  })

  test('files import each other in no circle, types included', () => {
    expect(circlesOf(imports)).toEqual([])
    expect(circlesOf([...imports, { file: 'src/errors.ts', target: 'src/main.ts' }]).length).toBeGreaterThan(0)
  })

  test('src/language, src/errors, src/unknowns and src/wire stand at the top and import only each other', () => {
    const isTop = (path: string) => /^src\/(errors|unknowns)\.ts$|^src\/(language|wire)\//.test(path)
    const top = imports.filter(({ file }) => isTop(file))
    const packages = new Set(['node:fs', 'intl-messageformat'])
    expect(top.filter(({ target }) => !isTop(target) && !packages.has(target)).map(show)).toEqual([])
  })

  test('services.ts holds interfaces only', () => {
    expect(
      breaches(
        ({ file }) => file === 'src/services.ts',
        () => true,
        true,
      ),
    ).toEqual([])
  })

  test('the gateway knows no core folder and no transport', () => {
    expect(
      breaches(
        inFolder('src/metering'),
        into(
          'schema',
          'resolvers',
          'rest-compat',
          'db',
          'src/server',
          'src/workers',
          'src/import',
          ...CORE.map((folder) => `src/${folder}`),
        ),
      ),
    ).toEqual([])
  })

  test('the sockets know no operation', () => {
    expect(
      breaches(
        inFolder('src/server'),
        into('schema', 'resolvers', 'rest-compat', 'db', 'src/workers', 'src/import', 'src/routing', 'src/graph'),
      ),
    ).toEqual([])
  })

  test('guards against overload import errors at most, what is observed imports no transport', () => {
    expect(
      breaches(
        inFolder('src/overload'),
        (target) => !isPackage(target) && !/^src\/(errors\.ts|overload\/)/.test(target),
      ),
    ).toEqual([])
    expect(
      breaches(
        inFolder('src/observe'),
        (target) =>
          !isPackage(target) && !/^src\/(errors\.ts|releases\/release-info\.ts|services\.ts|observe\/)/.test(target),
        true,
      ),
    ).toEqual([])
  })

  test('a store of objects knows errors, sentences and the cache of reads only, and no other folder signs for one', () => {
    expect(
      breaches(
        inFolder('src/storage/objects'),
        (target) =>
          !isPackage(target) &&
          !/^src\/(errors\.ts|durations\.ts|language\/sentence\.ts|storage\/(read-cache\.ts|objects\/))/.test(target),
      ),
    ).toEqual([])
    expect(
      breaches(
        (found) => !inFolder('src/storage/objects')(found),
        (target) => target === 'aws4fetch',
      ),
    ).toEqual([])
  })

  test('schema imports from src only sentences, errors, durations, turns, wire names, travel settings and types', () => {
    expect(breaches(inFolder('schema'), into('rest-compat', 'db'))).toEqual([])
    expect(
      breaches(
        inFolder('schema'),
        (target) =>
          into('src')(target) &&
          !/^src\/(errors|unknowns|durations|overload\/next-turn)\.ts$|^src\/(language|wire|travel)\//.test(target),
        true,
      ),
    ).toEqual([])
  })

  test('operations know no transport, no store and no thread', () => {
    expect(
      breaches(inFolder('resolvers'), into('schema', 'rest-compat', 'db', 'src/workers', 'src/server', 'src/import')),
    ).toEqual([])
    expect(breaches(inFolder('resolvers'), (target) => /^(node:http|graphql|@pothos\/)/.test(target))).toEqual([])
  })

  test('rest-compat knows neither schema nor stores', () => {
    expect(breaches(inFolder('rest-compat'), into('schema', 'db', 'src/workers', 'src/import'))).toEqual([])
  })

  test('stores know neither transports nor routing', () => {
    expect(breaches(inFolder('db'), into('resolvers', 'rest-compat', 'schema', 'src/routing'))).toEqual([])
  })

  test('workers know neither operations nor stores nor HTTP', () => {
    expect(
      breaches(
        inFolder('src/workers'),
        (target) => into('resolvers', 'schema', 'rest-compat', 'db', 'src/server')(target) || target === 'node:http',
      ),
    ).toEqual([])
  })

  test('the import and the demo region know no transport', () => {
    expect(
      breaches(
        inFolder('src/import', 'src/demo'),
        into('resolvers', 'schema', 'rest-compat', 'src/server', 'src/metering'),
      ),
    ).toEqual([])
  })

  test('the keys command knows no transport and no core folder', () => {
    expect(
      breaches(
        inFolder('src/keys'),
        into(
          'schema',
          'resolvers',
          'rest-compat',
          'src/server',
          'src/workers',
          'src/regions',
          // it looks whether a folder has a release
          ...CORE.filter((folder) => folder !== 'releases').map((folder) => `src/${folder}`),
        ),
      ),
    ).toEqual([])
  })

  test('nothing imports main.ts or the import command', () => {
    expect(
      imports
        .filter(
          ({ target, folder }) =>
            target === 'src/main.ts' || (target.startsWith('src/import/') && folder !== 'src/import'),
        )
        .map(show),
    ).toEqual([])
  })
})

describe('the page', () => {
  test('knows of this project its own files, the client, the languages, geo, travel, durations and the wire names only: no server code reaches a browser', () => {
    expect(pageImports.length).toBeGreaterThan(100)
    const packages =
      /^(preact|preact\/hooks|@preact\/signals|maplibre-gl|maplibre-gl\/dist\/maplibre-gl\.css|pmtiles|geojson|@graphql-typed-document-node\/core)$/
    expect(
      pageImports
        .filter(
          ({ target }) =>
            !/^clients\/typescript\/src\/|^src\/(web\/|language\/(?!catalogue-files|codegen\/)|geo\/|travel\/|durations\.ts$|wire\/(key-case|markup-text)\.ts$)/.test(
              target,
            ) && !packages.test(target),
        )
        .map(({ file, target }) => `${file} -> ${target}`),
    ).toEqual([])
  })

  test('has no circle of files that import each other, types included', () =>
    expect(circlesOf(pageImports)).toEqual([]))

  test('is known to the server by the types of its configuration only; only it and GraphiQL are bundled', () => {
    expect(imports.filter(({ target, isType }) => target.startsWith('src/web/') && !isType).map(show)).toEqual([])
    const bundling = imports.filter(({ target }) => ['esbuild', 'preact', 'maplibre-gl'].includes(target))
    expect([...new Set(bundling.map(({ file }) => file))]).toEqual([
      'schema/http/graphiql/render-graphiql.ts',
      'src/site/bundle-cache.ts',
      'src/site/bundles.ts',
    ])
  })
})

describe('the client', () => {
  test('imports its own files only: no package, nothing of Node, nothing of the service', () => {
    const own = imports.filter(({ file }) => file.startsWith('clients/'))
    expect(own.length).toBeGreaterThan(10)
    expect(own.filter(({ target }) => !target.startsWith('clients/')).map(show)).toEqual([])
  })
})

describe('packages', () => {
  const only = (pattern: RegExp, allowed: (found: Import) => boolean) =>
    imports.filter((found) => pattern.test(found.target) && !allowed(found)).map(show)

  test('kysely and drivers live in db only', () =>
    expect(only(/^(kysely|pg|node:sqlite|better-sqlite3)/, inFolder('db'))).toEqual([]))
  test('Pothos, Yoga and graphql live in schema and codegen only', () =>
    expect(
      only(
        /^(@pothos\/|graphql$|graphql\/|graphql-yoga|@graphql-)/,
        (found) => found.folder === 'schema' || found.file === 'codegen.ts',
      ),
    ).toEqual([]))
  test('the font reader lives in src/map/style only', () =>
    expect(only(/^opentype\.js/, inFolder('src/map/style'))).toEqual([]))
  test('threads live in src/workers only, those of an import aside', () => {
    const mayUse = (found: Import) => inFolder('src/workers')(found) || inFolder('src/import')(found)
    expect(only(/^node:worker_threads$/, mayUse)).toEqual([])
  })
  test('OpenTelemetry lives in src/observe only', () =>
    expect(only(/^@opentelemetry\//, inFolder('src/observe'))).toEqual([]))
  const readsAddresses = ['src/metering/caller.ts', 'src/config/read-values.ts']
  test('sockets live in src/server only, their types aside', () =>
    expect(
      only(
        /^node:(http|https|net)$/,
        (found) => found.folder === 'src/server' || found.isType || readsAddresses.includes(found.file),
      ),
    ).toEqual([]))
  test('the outbound fetch lives in src/weather/open-meteo.ts and src/storage/objects/web-store.ts only, and in commands: a basemap by its address, /readyz', () => {
    const places = ['src/weather/open-meteo.ts', 'src/storage/objects/web-store.ts']
    const commands = ['src/import/open-range-source.ts', 'src/import/roll-out.ts']
    const fetching = files.filter((file) => {
      try {
        return /(?<![.\w])fetch\(/.test(readFileSync(join(ROOT, file), 'utf8').replace(/^\s*(\/\/|\*).*$/gm, ''))
      } catch {
        return false
      }
    })
    expect(fetching.filter((file) => ![...places, ...commands].includes(file))).toEqual([])
  })
  test('no folder is named utils, helpers, common or misc, and no file either', () => {
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.ts$)/.test(file))).toEqual([])
  })
})
