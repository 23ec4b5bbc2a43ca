// The manifest of a release (releases/<id>/manifest.json) and the pointer to the live one (live.json), as text on disk.
// Both are validated by a schema: a damaged or hostile file is refused with one sentence, and no name in it can lead
// out of its folder. The manifest is never rewritten after the build; the time of promotion is in the pointer.

import { say } from '../language/sentence.ts'
import { z } from 'zod'
import { checkStructure } from '../wire/json-structure.ts'
import type { ReleaseInfo } from './release-info.ts'

export const MANIFEST_FILE = 'manifest.json'
export const POINTER_FILE = 'live.json'
export const RELEASES_FOLDER = 'releases'

/** Ids and versions: one path segment that does not begin with a dot, so never `..`. */
export const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/

const segment = z.string().regex(SEGMENT)
const isoTime = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'a time')
const lon = z.number().min(-180).max(180)
const lat = z.number().min(-90).max(90)

const releaseSchema = z.object({
  schema: z.literal('waypost-release/1'),
  id: segment,
  name: z.string().min(1),
  builtAt: isoTime,
  bbox: z.tuple([lon, lat, lon, lat]),
  core: z
    .array(z.array(z.tuple([lon, lat])).min(4))
    .min(1)
    .optional(),
  synthetic: z.boolean(),
  attributions: z.array(
    z.object({ name: z.string(), text: z.string(), licence: z.string().nullable(), url: z.string().nullable() }),
  ),
  artifacts: z
    .array(
      z.object({
        name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
        version: segment,
        file: segment.nullable(),
        sourceTs: isoTime.nullable(),
        bytes: z.number().int().nonnegative().nullable(),
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .nullable(),
        blocksSha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .optional(),
      }),
    )
    .min(1),
  counts: z.record(z.string(), z.number()),
  example: z.object({ waypoints: z.array(z.tuple([lon, lat])).min(2) }).optional(),
})

const pointerSchema = z.object({
  schema: z.literal('waypost-live/1'),
  release: segment,
  promotedAt: isoTime,
  retired: z.array(z.object({ release: segment, promotedAt: isoTime.nullable(), retiredAt: isoTime })),
})

/** `live.json`: the live release, and those that were live before, newest first. */
export type LivePointer = z.infer<typeof pointerSchema>

/** Text of a release's manifest. `promotedAt` is left out: it is not known yet. */
export function toManifestText(release: ReleaseInfo): string {
  const { promotedAt: _, ...lasting } = release
  return `${JSON.stringify({ schema: 'waypost-release/1', ...lasting }, null, 2)}\n`
}

/** Reads a release's manifest. Throws RangeError with one sentence if it is damaged. */
export function fromManifestText(text: string, promotedAt: string | null): ReleaseInfo {
  const { schema: _, ...release } = parse(releaseSchema, text, MANIFEST_FILE)
  return { ...release, promotedAt }
}

export function toPointerText(pointer: LivePointer): string {
  return `${JSON.stringify(pointer, null, 2)}\n`
}

/** Reads `live.json`. Throws RangeError with one sentence if it is damaged. */
export function fromPointerText(text: string): LivePointer {
  return parse(pointerSchema, text, POINTER_FILE)
}

function parse<T>(schema: z.ZodType<T>, text: string, file: string): T {
  let value: unknown
  try {
    checkStructure(text, say('part.subject.file', { name: file }))
  } catch (cause) {
    throw new RangeError((cause as Error).message.replace(/\.$/, ''), { cause })
  }
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new RangeError(`${file} is not JSON: it is cut short or damaged`, { cause })
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new RangeError(`${file} does not have the expected form at "${result.error.issues[0].path.join('.')}"`)
}
