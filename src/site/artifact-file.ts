// Published archives by version: one immutable file with byte ranges.
// Serves only files named by the release store: no path of a request ever reaches the file system.

import { ServiceError } from '../errors.ts'
import type { ReadStored, ReleaseService } from '../releases/release-info.ts'
import type { HttpRoute } from '../server/http-route.ts'
import { pathOfPlace } from '../releases/byte-source.ts'
import { sendFile, sendStored } from './file-range.ts'

export function artifactFileRow(releases: ReleaseService, readStored: ReadStored): HttpRoute {
  return {
    host: 'api',
    method: 'GET',
    path: '/pmtiles/{version}/{artifact}.pmtiles',
    name: 'artifact-file',
    isFile: true,
    handle: async (context, { version, artifact }) => {
      const place = releases.findArtifactPlace(artifact, version)
      if (place === null || !pathOfPlace(place).endsWith('.pmtiles'))
        throw new ServiceError(
          'not_found',
          'No such archive is published, or it has been retired. See /pmtiles/current/manifest.json.',
        )
      const sent = {
        type: 'application/vnd.pmtiles',
        // a version is a hash of the content
        tag: `${artifact}-${version}`,
        cacheControl: 'public, max-age=31536000, immutable',
      }
      if (typeof place !== 'string') return sendStored(context, sent, place, readStored)
      await sendFile(context, {
        ...sent,
        path: place,
        missing: 'This archive has been retired.',
      })
    },
  }
}
