// Published archives by version: one immutable file with byte ranges.
// Serves only files named by the release store: no path of a request ever reaches the file system.

import { ServiceError } from '../src/errors.ts'
import type { ReleaseService } from '../src/release-info.ts'
import type { ServedRow } from '../src/server/served-row.ts'
import { sendFile } from './file-range.ts'

export function artifactFileRow(releases: ReleaseService): ServedRow {
  return {
    host: 'api',
    method: 'GET',
    path: '/pmtiles/{version}/{artifact}.pmtiles',
    name: 'artifact-file',
    isFile: true,
    handle: async (exchange, { version, artifact }) => {
      const path = releases.findArtifactFile(artifact, version)
      if (path === null || !path.endsWith('.pmtiles'))
        throw new ServiceError(
          'not_found',
          'No such archive is published, or it has been retired. See /pmtiles/current/manifest.json.',
        )
      await sendFile(exchange, {
        path,
        type: 'application/vnd.pmtiles',
        // unique within a release store
        tag: `${version}-${artifact}`,
        cacheControl: 'public, max-age=31536000, immutable',
        missing: 'This archive has been retired.',
      })
    },
  }
}
