// The store of heights and maps that ARTIFACT_URL names, as the reader that terrain, pictures and map files share.

import type { Config } from '../config/variables.ts'
import { StartError } from '../config/start-error.ts'
import { ServiceError } from '../errors.ts'
import { BlockReader } from '../storage/objects/block-reader.ts'
import { openStore } from '../storage/objects/open-store.ts'

/** A store that is silent this long, or takes this long for a range, is asked again; three times at most. */
const STALL_MS = 1500
const RANGE_MS = 4000

/** Null without ARTIFACT_URL. Throws StartError where the address or the keys cannot be used. */
export function openArtifacts(
  { artifactUrl, artifactCacheBytes }: Config,
  environment: Record<string, string | undefined>,
): BlockReader | null {
  if (artifactUrl === '') return null
  try {
    const store = openStore(artifactUrl, environment, { stallMs: STALL_MS, rangeMs: RANGE_MS })
    return new BlockReader(store, { cacheBytes: artifactCacheBytes })
  } catch (thrown) {
    throw thrown instanceof ServiceError ? new StartError(`ARTIFACT_URL: ${thrown.message}`) : thrown
  }
}
