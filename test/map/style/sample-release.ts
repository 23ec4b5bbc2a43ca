// A small published release on disk for tests: real folders, manifests and pointer, with files of a few bytes.

import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { toManifestText, toPointerText, type LivePointer } from '../../../src/releases/release-manifest.ts'
import type { ReleaseInfo } from '../../../src/releases/release-info.ts'

/** A folder that is removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function sampleRelease(
  id: string,
  builtAt = '2026-01-01T00:00:00.000Z',
  terrainVersion = `t-${id}`,
): ReleaseInfo {
  const file = (name: string, path: string, version: string) => ({
    name,
    version,
    file: path,
    sourceTs: name === 'network' ? '2025-12-30T20:00:00Z' : null,
    bytes: id.length,
    sha256: createHash('sha256').update(id).digest('hex'),
  })
  return {
    id,
    name: id.split('-')[0],
    builtAt,
    promotedAt: null,
    bbox: [1, 42, 2, 43],
    synthetic: false,
    attributions: [{ name: 'OpenStreetMap', text: '© OpenStreetMap contributors', licence: 'ODbL-1.0', url: null }],
    artifacts: [file('network', 'network.bin', `n-${id}`), file('terrain', 'terrain.pmtiles', terrainVersion)],
    counts: { edges: 3 },
  }
}

/** Writes the folder of a release under releases/. */
export function putRelease(dataDir: string, release: ReleaseInfo): void {
  const folder = join(dataDir, 'releases', release.id)
  mkdirSync(folder, { recursive: true })
  for (const { file } of release.artifacts) if (file !== null) writeFileSync(join(folder, file), release.id)
  writeFileSync(join(folder, 'manifest.json'), toManifestText(release))
}

/** Renames a pointer into place, as a publication does. */
export function point(
  dataDir: string,
  release: string,
  retired: LivePointer['retired'] = [],
  promotedAt = '2026-02-01T00:00:00.000Z',
): void {
  writeFileSync(
    join(dataDir, 'live.json.tmp'),
    toPointerText({ schema: 'waypost-live/1', release, promotedAt, retired }),
  )
  renameSync(join(dataDir, 'live.json.tmp'), join(dataDir, 'live.json'))
}
