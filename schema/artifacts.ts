// Service.artifacts: what is published of the map.

import { manifest, status } from '../resolvers/maps.ts'
import type { StatusEntry } from '../src/releases/artifact-status.ts'
import type { ManifestArtifact, ManifestStyles } from '../src/releases/manifest.ts'
import { builder } from './builder.ts'
import { ServiceType } from './service.ts'

const FreshnessState = builder.enumType('FreshnessState', {
  description: 'Age of an artifact against its limit. Unknown is never fresh.',
  values: {
    FRESH: { value: 'fresh', description: 'Younger than the maximum age for this artifact.' },
    STALE: { value: 'stale', description: 'Older than the maximum age for this artifact.' },
    UNKNOWN: { value: 'unknown', description: 'It has no source date or no maximum age, so nothing can be said.' },
  } as const,
})

/** An artifact with its age, and with its addresses where it is one of a whole release. */
type Artifact = { name: string } & StatusEntry & { address: ManifestArtifact | ManifestStyles | null }

const ArtifactType = builder.objectRef<Artifact>('Artifact').implement({
  description: 'A published artifact of the map: how old it is, and where clients fetch it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name: basemap, terrain, styles or another.' }),
    version: t.exposeString('version', { nullable: true, description: 'Its version; null where none is published.' }),
    url: t.string({
      nullable: true,
      description:
        'Its address; those of old versions may go away. Null while the map is incomplete, and for what is not fetched.',
      resolve: ({ address }) => address?.url ?? null,
    }),
    sourceAt: t.expose('sourceTs', {
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
      description: 'Age in days above which it is stale; null where none is set.',
    }),
    state: t.expose('state', { type: FreshnessState, description: 'Whether it is fresh, stale, or not known.' }),
    glyphs: t.string({
      nullable: true,
      description: 'Address pattern of the glyphs; null for anything but styles.',
      resolve: ({ address }) => stylesOf(address)?.glyphs ?? null,
    }),
    sprite: t.string({
      nullable: true,
      description: 'Address of the sprite; null for anything but styles.',
      resolve: ({ address }) => stylesOf(address)?.sprite ?? null,
    }),
    darkUrl: t.string({
      nullable: true,
      description: 'Address of the dark style; null for anything but styles.',
      resolve: ({ address }) => stylesOf(address)?.darkUrl ?? null,
    }),
  }),
})

const stylesOf = (address: Artifact['address']): ManifestStyles | null =>
  address !== null && 'glyphs' in address ? address : null

/** Service.artifacts: operations status and manifest, which says nothing until a map is whole. */
builder.objectFields(ServiceType, (t) => ({
  artifacts: t.field({
    type: [ArtifactType],
    mayFail: true,
    description:
      'What is published, each with its age; one that is needed and missing has neither version nor address; null beside an error.',
    operations: [status, manifest],
    runs: status,
    resolve: async (_service, _args, { session }) => {
      const { available, artifacts } = await session.run(status, {})
      const addresses = available ? (await session.run(manifest, {})).artifacts : null
      return [...artifacts].map(([name, entry]) => ({ name, ...entry, address: addresses?.get(name) ?? null }))
    },
  }),
}))
