// Packs, the maps of areas as one file each (`npm run pack`): their list, and each by name with byte ranges. A name is
// a stable address whose file may be made again, so it is requested again by its ETag; a download that went on over the
// change begins again by If-Range. Serves only files that the pack store finds.

import { say } from '../language/sentence.ts'
import { ServiceError } from '../errors.ts'
import { MOST_LOOKS, type ListedPack, type PackStore } from '../map/packs/pack-store.ts'
import type { ReleaseService } from '../releases/release-info.ts'
import { JSON_TYPE, sendText } from '../server/send-answer.ts'
import type { HttpRoute } from '../server/handle-request.ts'
import { sendFile } from './file-range.ts'

const CACHE_CONTROL = 'public, no-cache'
const MISSING = say('error.not_found.pack')

interface PackServices {
  releases: ReleaseService
  publicApiUrl: string
}

export function packRows(shelf: PackStore | null, { releases, publicApiUrl }: PackServices): HttpRoute[] {
  return [
    {
      host: 'api',
      method: 'GET',
      path: '/packs/v1',
      name: 'pack-list',
      handle: async (context) => {
        const liveId = releases.findLive()?.id ?? null
        const packs = ((await shelf?.list()) ?? []).map((pack) => listed(pack, liveId, publicApiUrl))
        sendText(context, 200, JSON_TYPE, JSON.stringify({ schema: 'packs/1', packs }), ['Cache-Control', 'no-cache'])
      },
    },
    {
      host: 'api',
      method: 'GET',
      path: '/packs/v1/{name}',
      name: 'pack-file',
      isFile: true,
      handle: async (context, { name }) => {
        // it may be replaced between being found and being opened: then it is looked for again
        for (let looks = 0, isSent = false; !isSent; looks++) {
          if (looks === MOST_LOOKS) throw new ServiceError(say('error.busy.pack'), { retryAfterS: 1 })
          const pack = (await shelf?.find(name)) ?? null
          if (pack === null) throw new ServiceError(MISSING)
          const { path, stamp, facts, bytes } = pack
          isSent = await sendFile(context, {
            path,
            stamp,
            type: 'application/zip',
            // the same on every server that has the pack
            tag: `${name}-${facts.version}-${bytes.toString(36)}`,
            cacheControl: CACHE_CONTROL,
            headers: ['Content-Disposition', `attachment; filename="${name}.zip"`],
            missing: MISSING,
          })
        }
      },
    },
  ]
}

/** `is_live`: cut out of the release that is served now. */
function listed({ facts, bytes }: ListedPack, liveId: string | null, publicApiUrl: string) {
  const { schema: _, ...listed } = facts
  return { ...listed, bytes, is_live: facts.release.id === liveId, url: `${publicApiUrl}/packs/v1/${facts.name}` }
}
