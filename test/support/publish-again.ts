// A new release without an import.

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { makeBuildingFolder, publishRelease } from '../../src/import/publish-release.ts'
import { openReleaseStore } from '../../src/maps/release-store.ts'

/** Publishes the live release once more, under an id of its own: the import's last step, without building it again. */
export function publishAgain(dataDir: string): void {
  const store = openReleaseStore(dataDir, { keep: 1 })
  const live = store.findLive()!
  store.close()
  const folder = makeBuildingFolder(dataDir, 'again')
  for (const { file } of live.artifacts)
    if (file !== null) cpSync(join(dataDir, 'releases', live.id, file), join(folder, file))
  const release = { ...live, id: `${live.id}-again`, promotedAt: null }
  const { problems } = publishRelease(dataDir, folder, release, { keep: 2, nowMs: Date.now(), confirm: () => {} })
  if (problems.length > 0) throw new Error(problems.join(' '))
}
