// Map operations: health, manifest, status and elevation. What is not published is said by name;
// a missing height is null, an unknown source date stays unknown, and nothing is called fresh without a date.

import { zodMessage } from './pipeline/zod-message.ts'
import { say } from '../src/language/sentence.ts'
import { z } from 'zod'
import { type ArtifactStatus, artifactStatus } from '../src/releases/artifact-status.ts'
import { EVERY_SOURCE } from '../src/releases/attribution.ts'
import { type Manifest, buildManifest } from '../src/releases/manifest.ts'
import { tenthsOrNull } from '../src/wire/numbers.ts'
import { defineOperation, MB } from './pipeline/operation.ts'
import { type NoInput, fields, integerFrom, listOf, noInput, oneOf, position } from './input/input-fields.ts'

/** Of one question for heights, and for one credit. */
const MAX_HEIGHTS = 2048
const HEIGHTS_PER_CREDIT = 256
const FREE = { credits: 0, takesKey: false, rateLimited: false } as const

export const health = defineOperation<NoInput, string>({
  id: 'health',
  summary: 'Whether the gateway is alive. Says nothing about the age of data.',
  input: noInput,
  limits: { bodyBytes: 0 },
  ...FREE,
  sources: [],
  raises: [],
  run: () => 'ok',
})

export const manifest = defineOperation<NoInput, Manifest>({
  id: 'manifest',
  summary: 'Identities of the published map artifacts.',
  input: noInput,
  limits: { bodyBytes: 0 },
  ...FREE,
  sources: EVERY_SOURCE,
  raises: ['artifacts_missing'],
  run: (_input, services) => buildManifest(services.releases.findLive(), services.publicApiUrl),
})

export const status = defineOperation<NoInput, ArtifactStatus>({
  id: 'status',
  summary: 'Age of each artifact against its limit: fresh, stale or unknown.',
  input: noInput,
  limits: { bodyBytes: 0 },
  ...FREE,
  sources: EVERY_SOURCE,
  raises: [],
  run: async (_input, services) => {
    const snow = await services.snow.findLive()
    // its age counts from the oldest that it holds
    const others =
      snow === null
        ? []
        : [{ name: 'snow', version: snow.id, sourceTs: snow.observedFrom, promotedAt: snow.promotedAt }]
    return artifactStatus(services.releases.findLive(), services.statusMaxAgeDays, services.clock.nowMs(), others)
  },
})

const VERSION = zodMessage(say('expected.terrain_version'))

const elevationInput = fields({
  release: z
    .string({ error: VERSION })
    .min(1, { error: VERSION })
    .max(200, { error: VERSION })
    .default('current')
    .describe('A published terrain version, or current.'),
  points: listOf(position(), 1, MAX_HEIGHTS, 'pairs').describe('1 to 2,048 points [lon, lat] in degrees.'),
  z: integerFrom(0, 22).default(13).describe('Zoom 0 to 22; clamped to what the terrain has.'),
  encoding: oneOf(['mapbox', 'terrarium'])
    .default('mapbox')
    .describe('For compatibility only: both encodings give the same heights.'),
})

export type ElevationInput = z.infer<typeof elevationInput>

export interface ElevationSample {
  release: string
  z: number
  zRequested: number
  encoding: 'mapbox' | 'terrarium'
  points: { lat: number; lon: number; elevationM: number | null }[]
}

/** 1 credit per 256 points or part of it (decision: keys-and-credits). */
export const elevation = defineOperation<ElevationInput, ElevationSample>({
  id: 'elevation',
  summary: 'One modelled height in metres per point; null where the terrain has none, never zero.',
  input: elevationInput,
  limits: { bodyBytes: MB, points: MAX_HEIGHTS },
  credits: (input) => Math.ceil(input.points.length / HEIGHTS_PER_CREDIT),
  mostCredits: MAX_HEIGHTS / HEIGHTS_PER_CREDIT,
  creditsRule: '1 for each 256 points or part of them',
  ofRelease: true,
  sources: ['heights'],
  raises: ['not_found', 'terrain_unavailable'],
  run: async (input, services) => {
    const { release, z: zRequested, encoding } = input
    const sample = await services.terrain.sample(release, input.points, zRequested)
    return {
      release: sample.release,
      z: sample.z,
      zRequested,
      encoding,
      points: input.points.map(([lon, lat], index) => ({ lat, lon, elevationM: tenthsOrNull(sample.heightsM[index]) })),
    }
  },
})
