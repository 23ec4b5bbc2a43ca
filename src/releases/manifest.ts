// The manifest: which artifacts are published, and the addresses from which clients fetch them.
// Versions are derived from content, so the bytes at an address never change. An artifact that does not exist is never
// listed: while a required one is missing there is no manifest, and the error names what is missing.

import { say } from '../language/sentence.ts'
import { ServiceError } from '../errors.ts'
import type { ArtifactInfo, ReleaseInfo } from './release-info.ts'

export const REQUIRED_ARTIFACTS = ['basemap', 'terrain', 'styles'] as const

export interface ManifestArtifact {
  version: string
  url: string
  sourceTs: string | null
}

export interface ManifestStyles extends ManifestArtifact {
  /** URL template of glyph ranges: `{fontstack}`, `{range}` */
  glyphs: string
  sprite: string
  /** the dark style */
  darkUrl: string
}

export interface Manifest {
  /** by artifact name, which is data, hence a Map: `basemap`, `terrain`, `styles` and any others */
  artifacts: Map<string, ManifestArtifact | ManifestStyles>
}

/** What an artifact is: `basemap` for `basemap` and for `basemap@alps`, that of one region among several. */
export function artifactKind(name: string): string {
  return name.split('@', 1)[0]
}

/** Names of the required artifacts that a release lacks; all of them for null. */
export function listMissingArtifacts(live: ReleaseInfo | null): string[] {
  return REQUIRED_ARTIFACTS.filter((name) => !live?.artifacts.some((artifact) => artifact.name === name))
}

/** The manifest of a release. `publicApiUrl` has no trailing slash. Throws ServiceError `artifacts_missing`. Pure. */
export function buildManifest(live: ReleaseInfo | null, publicApiUrl: string): Manifest {
  const missing = listMissingArtifacts(live)
  if (live === null || missing.length > 0) {
    throw new ServiceError(say('error.artifacts_missing.manifest', { artifacts: missing, needed: REQUIRED_ARTIFACTS }))
  }
  const artifacts: Manifest['artifacts'] = new Map()
  for (const artifact of live.artifacts) {
    const entry = findManifestEntry(artifact, publicApiUrl)
    if (entry !== null) artifacts.set(artifact.name, entry)
  }
  return { artifacts }
}

/** Returns null for an artifact that only the server reads (network, catalogue). */
function findManifestEntry(artifact: ArtifactInfo, publicApiUrl: string): ManifestArtifact | ManifestStyles | null {
  const { name, version, sourceTs } = artifact
  if (artifactKind(name) === 'styles') {
    const folder = `${publicApiUrl}/styles/${version}`
    return {
      version,
      url: `${folder}/style.json`,
      sourceTs,
      glyphs: `${folder}/glyphs/{fontstack}/{range}.pbf`,
      sprite: `${folder}/sprite`,
      darkUrl: `${folder}/style-dark.json`,
    }
  }
  if (!artifact.file?.endsWith('.pmtiles')) return null
  return { version, url: `${publicApiUrl}/pmtiles/${version}/${artifactKind(name)}.pmtiles`, sourceTs }
}
