// GraphQL of maps: manifest, artifactStatus, elevation. A field is one line: it names its operation.

import { type ElevationSample, elevation, manifest, status } from '../resolvers/maps.ts'
import type { ArtifactStatus, StatusEntry } from '../src/releases/artifact-status.ts'
import type { Manifest, ManifestArtifact } from '../src/releases/manifest.ts'
import { builder } from './builder.ts'
import { operation } from './operation.ts'
import { locationFields } from './spot.ts'

const ManifestArtifactType = builder
  .objectRef<{ name: string } & ManifestArtifact & { glyphs?: string; sprite?: string; darkUrl?: string }>(
    'ManifestArtifact',
  )
  .implement({
    description: 'One published artifact.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'basemap, terrain, styles and further ones.' }),
      version: t.exposeString('version', { description: 'Version of the artifact; its address holds it.' }),
      url: t.exposeString('url', { description: 'Its address; those of old versions may go away.' }),
      sourceTs: t.expose('sourceTs', {
        type: 'DateTime',
        nullable: true,
        description: 'Date of the source data; null where it is unknown.',
      }),
      glyphs: t.string({
        nullable: true,
        description: 'Address pattern of the glyphs; null for anything but styles.',
        resolve: (artifact) => artifact.glyphs ?? null,
      }),
      sprite: t.string({
        nullable: true,
        description: 'Address of the sprite; null for anything but styles.',
        resolve: (artifact) => artifact.sprite ?? null,
      }),
      darkUrl: t.string({
        nullable: true,
        description: 'Address of the dark style; null for anything but styles.',
        resolve: (artifact) => artifact.darkUrl ?? null,
      }),
    }),
  })

const ManifestType = builder.objectRef<Manifest>('Manifest').implement({
  description: 'Identities of the published map artifacts.',
  fields: (t) => ({
    artifacts: t.field({
      type: [ManifestArtifactType],
      description: 'Every artifact that a client can fetch.',
      resolve: ({ artifacts }) => [...artifacts].map(([name, artifact]) => ({ name, ...artifact })),
    }),
  }),
})

const FreshnessState = builder.enumType('FreshnessState', {
  description: 'Age of an artifact against its limit. Unknown is never fresh.',
  values: {
    FRESH: { value: 'fresh', description: 'Younger than the maximum age for this artifact.' },
    STALE: { value: 'stale', description: 'Older than the maximum age for this artifact.' },
    UNKNOWN: { value: 'unknown', description: 'It has no source date or no maximum age, so nothing can be said.' },
  } as const,
})

const StatusEntryType = builder.objectRef<{ name: string } & StatusEntry>('StatusEntry').implement({
  description: 'Freshness of one artifact.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the artifact, e.g. basemap.' }),
    version: t.exposeString('version', { nullable: true, description: 'Its version; null where none is published.' }),
    sourceTs: t.expose('sourceTs', {
      type: 'DateTime',
      nullable: true,
      description: 'Date of the source data; null where it is unknown.',
    }),
    promotedAt: t.expose('promotedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it went live; null where that is unknown.',
    }),
    ageDays: t.exposeFloat('ageDays', {
      nullable: true,
      description: 'Age of the source data in days; null without a source date.',
    }),
    maxAgeDays: t.exposeFloat('maxAgeDays', {
      nullable: true,
      description: 'Its limit in days; null where none is set.',
    }),
    state: t.expose('state', { type: FreshnessState, description: 'Whether it is fresh, stale, or not known.' }),
  }),
})

const ArtifactStatusType = builder.objectRef<ArtifactStatus>('ArtifactStatus').implement({
  description: 'Freshness of the published artifacts.',
  fields: (t) => ({
    checkedAt: t.expose('checkedAt', {
      type: 'DateTime',
      description: 'When this was worked out; ages are as of then.',
    }),
    available: t.exposeBoolean('available', {
      description: 'False: the manifest is unavailable. True proves no freshness.',
    }),
    stale: t.exposeStringList('stale', { description: 'Which artifacts are older than their limit, by name.' }),
    artifacts: t.field({
      type: [StatusEntryType],
      description: 'One entry per artifact.',
      resolve: ({ artifacts }) => [...artifacts].map(([name, entry]) => ({ name, ...entry })),
    }),
  }),
})

const ElevationEncoding = builder.enumType('ElevationEncoding', {
  description: 'Compatibility input: both decode to the same heights.',
  values: {
    MAPBOX: { value: 'mapbox', description: 'Mapbox Terrain-RGB: steps of 0.1 m.' },
    TERRARIUM: { value: 'terrarium', description: 'Terrarium (AWS Terrain Tiles): steps of 1/256 m.' },
  } as const,
})

export const ElevationPointType = builder.objectRef<ElevationSample['points'][number]>('ElevationPoint').implement({
  description: 'The height at one requested point.',
  fields: (t) => ({
    ...locationFields(t, 'The requested point, [lon, lat] in degrees.', ({ lon, lat }) => [lon, lat]),
    elevationM: t.exposeFloat('elevationM', {
      nullable: true,
      description: 'Modelled height in metres above sea level; null where the terrain has none, never 0 for missing.',
    }),
  }),
})

const ElevationSampleType = builder.objectRef<ElevationSample>('ElevationSample').implement({
  description: 'Heights from the terrain model, one per point, neither densified nor smoothed.',
  fields: (t) => ({
    release: t.exposeString('release', { description: 'The terrain version that answered.' }),
    z: t.exposeInt('z', { description: 'The effective zoom, 0 to 22.' }),
    zRequested: t.exposeInt('zRequested', { description: 'The requested zoom.' }),
    encoding: t.expose('encoding', {
      type: ElevationEncoding,
      description: 'The requested encoding; it does not change the heights.',
    }),
    points: t.expose('points', {
      type: [ElevationPointType],
      description: 'One entry per point, in the requested order.',
    }),
  }),
})

operation(manifest, { type: ManifestType })
operation(status, { name: 'artifactStatus', type: ArtifactStatusType })
operation(elevation, { type: ElevationSampleType, types: { encoding: ElevationEncoding } })
