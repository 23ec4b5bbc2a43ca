// What an empty data folder gets before anything is served: from a store what was pushed there last, its network and
// catalogue checked by their hashes, heights and maps staying there; without a store the demo region.

import type { Config } from '../config/variables.ts'
import { StartError } from '../config/start-error.ts'
import { runChild } from './run-child.ts'

/** Throws StartError, or Error where the demo could not be made. */
export async function makeFirstRelease({ dataDir, artifactUrl }: Config): Promise<void> {
  if (artifactUrl === '') {
    const exitCode = await runChild('import-demo.ts', ['--data', dataDir])
    if (exitCode !== 0) throw new Error(`The demo region could not be made (${wordsOf(exitCode)}).`)
    return
  }
  const exitCode = await runChild('releases-command.ts', ['pull', '--live', '--data', dataDir], {
    RELEASE_STORE: artifactUrl,
  })
  if (exitCode !== 0)
    throw new StartError(`DATA_DIR is empty, and no release could be fetched from ARTIFACT_URL (${wordsOf(exitCode)}).`)
}

function wordsOf(exitCode: number | null): string {
  return `exit status ${exitCode ?? 'none: it was stopped'}`
}
