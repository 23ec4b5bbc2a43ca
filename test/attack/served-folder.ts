// What the attacked server serves: the demo region; the same twice, as two regions of one folder; or with its heights
// and maps in a store, read through a small cache.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runReleasesCommand } from '../../src/import/releases-command.ts'
import { S3_KEYS, startObjectServer } from '../support/object-server.ts'
import nameFolder, { copyRegion } from '../support/prepared-regions.ts'

export const SERVED = ['demo', 'regions', 'store'] as const
export type Served = (typeof SERVED)[number]

export interface ServedFolder {
  /** undefined: the server's own, with the demo region */
  dataDir: string | undefined
  environment: Record<string, string>
  /** once the server has ended */
  end(): Promise<void>
}

export async function prepareServed(served: Served): Promise<ServedFolder> {
  if (served === 'demo') return { dataDir: undefined, environment: {}, end: async () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'waypost-attacked-'))
  const removeMade = nameFolder()
  const remove = async () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    await removeMade()
  }
  if (served === 'regions') {
    for (const name of ['east', 'west']) await copyRegion('demo', join(folder, 'regions', name))
    return { dataDir: folder, environment: {}, end: remove }
  }
  const whole = join(folder, 'whole')
  await copyRegion('demo', whole)
  const store = await startObjectServer({ signed: true })
  const address = `s3+${store.url}/maps`
  await runReleasesCommand(['push', '--data', whole], { ...S3_KEYS, RELEASE_STORE: address })
  return {
    dataDir: join(folder, 'served'),
    environment: { ...S3_KEYS, ARTIFACT_URL: address, ARTIFACT_CACHE_BYTES: '1048576' },
    end: async () => {
      await store.stop()
      await remove()
    },
  }
}
