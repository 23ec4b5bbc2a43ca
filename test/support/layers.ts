// The layers of the code, from the top down: a file imports, types included, only from its own layer or from layers
// above it. The one list: test/architecture.test.ts enforces it and `npm run codegen` prints it into ARCHITECTURE.md.

export interface Layer {
  /** files and folders of the layer that hold one subject; each is a line of the order */
  path: string
  holds: string
  /** folders inside it, in the same order; loose files stand above them (`first`), below them (`last`), or nowhere */
  rooms?: { names: readonly string[]; loose: 'first' | 'last' | 'none' }
}

export const LAYERS: readonly Layer[] = [
  {
    path: 'src/language',
    holds: 'sentences: codes and values, catalogues, what says them in a language',
    rooms: { names: ['codegen'], loose: 'first' },
  },
  { path: 'src/errors.ts', holds: 'error codes with their statuses' },
  { path: 'src/unknowns.ts', holds: 'the closed lists of unknowns and warnings' },
  { path: 'src/durations.ts', holds: 'milliseconds of a minute, an hour and a day' },
  { path: 'src/job-options.ts', holds: 'what every job takes: caller, deadline, cancellation' },
  { path: 'src/overload', holds: 'fair queue, CoDel, processor-time bucket, deadlines' },
  { path: 'src/wire', holds: 'wire JSON, key case (camelCase and snake_case), raw and encoded texts' },
  { path: 'src/geo', holds: 'distances, polylines, projections, Hilbert curve' },
  {
    path: 'src/storage',
    holds: 'arrays on disk, sorted runs; `archive`: PMTiles and zip; `objects`: a folder, a web server, S3',
    rooms: { names: ['archive', 'objects'], loose: 'first' },
  },
  { path: 'src/travel', holds: 'the table of travel settings' },
  { path: 'clients', holds: '`@waypost/client` for TypeScript; imports nothing else' },
  {
    path: 'src/web',
    holds: 'the explorer page and `<waypost-map>` (`embed`), over the client',
    rooms: {
      names: [
        'documents',
        'line',
        'i18n',
        'plan',
        'offline',
        'api',
        'files',
        'state',
        'shade',
        'map',
        'panels',
        'embed',
      ],
      loose: 'last',
    },
  },
  { path: 'src/releases', holds: 'manifest, status, the store of releases' },
  { path: 'src/osm', holds: 'PBF bytes to entities, tags to facts' },
  {
    path: 'src/graph',
    holds: 'the network as it is read; `build`: what only an import runs',
    rooms: { names: ['build'], loose: 'first' },
  },
  { path: 'src/terrain', holds: 'DEM files to heights' },
  { path: 'src/course', holds: 'supplied lines: file formats, cleaning, simplifying, profile, pace' },
  {
    path: 'src/routing',
    holds: 'from snapped points to routes, loops, matches, isochrones and matrices',
    rooms: {
      names: [
        'costs',
        'dates',
        'avoid',
        'search',
        'cch',
        'legs',
        'alternatives',
        'details',
        'directions',
        'route',
        'round-trips',
        'matching',
        'isochrone',
        'matrix',
      ],
      loose: 'none',
    },
  },
  { path: 'src/weather', holds: 'forecasts, weather along a line, snow' },
  {
    path: 'src/places',
    holds: 'map entities to rows of the catalogue; `names`: how names are folded and matched',
    rooms: { names: ['names'], loose: 'last' },
  },
  { path: 'src/search', holds: 'search texts to ranked places and trails' },
  {
    path: 'src/map',
    holds: 'styles and glyphs, vector tiles and contours, pictures, offline packs',
    rooms: { names: ['style', 'tiles', 'picture', 'packs'], loose: 'none' },
  },
  { path: 'src/config', holds: 'every environment variable, read once' },
  { path: 'src/log-text.ts', holds: 'texts made safe for the log' },
  { path: 'src/log.ts', holds: 'the structured log' },
  { path: 'src/metering', holds: 'callers, keys, plans, credits, rates' },
  { path: 'src/jobs.ts', holds: 'the kinds of job that threads run' },
  { path: 'src/services.ts', holds: 'interfaces to everything stateful' },
  { path: 'src/observe', holds: 'metrics and traces' },
  { path: 'src/workers', holds: 'thread pools and their jobs, the shared metric cache, the network swap' },
  { path: 'src/regions', holds: 'several regions as one' },
  { path: 'db', holds: 'all SQL, for SQLite and PostgreSQL behind one contract' },
  { path: 'src/demo', holds: 'the demo region' },
  { path: 'src/import', holds: 'the import, publication, and the commands about releases' },
  { path: 'src/keys', holds: 'the keys command' },
  { path: 'src/translators', holds: 'the languages command' },
  {
    path: 'resolvers',
    holds: 'each operation, declared once; `pipeline`: the nine steps that every call takes',
    rooms: { names: ['pipeline', 'input'], loose: 'last' },
  },
  { path: 'src/server', holds: 'node:http: listener, HTTP routes, bodies, answers, admission' },
  { path: 'src/site', holds: 'the site host: page, styles, tiles, packs, change feed, bundles' },
  {
    path: 'schema',
    holds:
      'GraphQL types and fields; `plugin`: what a field says of itself, and is watched for; `http`: the GraphQL handler',
  },
  { path: 'rest-compat', holds: 'REST: paths, query strings, error shapes, OpenAPI, reference page' },
  { path: 'codegen.ts', holds: '`npm run codegen`' },
  { path: 'src/app.ts', holds: 'both hosts put together' },
  { path: 'src/start', holds: 'what `npm start` does, step by step' },
  { path: 'src/main.ts', holds: 'the process' },
]

/** The layers as a table in Markdown. */
export function printedLayers(): string {
  const rows = LAYERS.map(({ path, holds, rooms }) => {
    const inside = rooms === undefined ? '' : `: ${rooms.names.map((name) => `\`${name}\``).join(' > ')}`
    return `| \`${path}\`${path.endsWith('.ts') ? '' : '/'} | ${holds}${inside} |`
  })
  return ['| folder or file | holds |', '| --- | --- |', ...rows].join('\n')
}
