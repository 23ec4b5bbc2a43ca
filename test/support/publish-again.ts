// A new release without an import.

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { makeBuildingFolder, publishRelease } from '../../src/import/publish-release.ts'
import { openReleaseStore } from '../../src/releases/release-store.ts'

/** Publishes the live release once more, under an id of its own: the import's last step, without building it again. */
export function publishAgain(dataDir: string): void {
  copyLive(dataDir)(2)
}

/** The same in two steps: what is returned promotes the copy, and keeps so many retired releases. */
export function copyLive(dataDir: string, idOf = (id: string) => `${id}-again`): (keep: number) => void {
  const store = openReleaseStore(dataDir, { keep: 1 })
  const live = store.findLive()!
  store.close()
  const folder = makeBuildingFolder(dataDir, 'again')
  for (const { file } of live.artifacts)
    if (file !== null) cpSync(join(dataDir, 'releases', live.id, file), join(folder, file))
  const release = { ...live, id: idOf(live.id), promotedAt: null }
  return (keep) => {
    const { problems } = publishRelease(dataDir, folder, release, { keep, nowMs: Date.now(), confirm: () => {} })
    if (problems.length > 0) throw new Error(problems.join(' '))
  }
}
