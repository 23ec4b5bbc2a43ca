// Types of what is published, used by every layer.

import type { Box } from '../geo/lon-lat.ts'

export interface ArtifactInfo {
  /** `network`, `terrain`, `basemap`, `styles`, `catalogue` ... */
  name: string
  version: string
  /** path of the file inside the release, null for an artifact that is not a single file */
  file: string | null
  /** ISO time of the source data, null if unknown */
  sourceTs: string | null
  bytes: number | null
  sha256: string | null
  /** of the list of hashes of its blocks; only where it can be read by ranges from a store */
  blocksSha256?: string
}

/** A file that a store holds, to be read by ranges. */
export interface StoredPlace {
  /** where it would be if it were kept here */
  path: string
  /** where the list of hashes of its blocks is kept */
  listPath: string
  bytes: number
  sha256: string
  blocksSha256: string
}

/** Where a file of a release is: its absolute path, or its place in a store. */
export type FilePlace = string | StoredPlace

/** Reads a range of a file in a store; fewer bytes only at its end. Throws ServiceError `busy` if the store is lost. */
export type ReadStored = (place: StoredPlace, offset: number, length: number) => Promise<Uint8Array>

/** One immutable release as described by its manifest on disk. */
export interface ReleaseInfo {
  id: string
  name: string
  /** ISO */
  builtAt: string
  promotedAt: string | null
  bbox: Box
  /**
   * rings (even-odd rule) of the area in which this release takes precedence over others (decision: regions); absent:
   * its whole box
   */
  core?: [number, number][][]
  synthetic: boolean
  attributions: { name: string; text: string; licence: string | null; url: string | null }[]
  artifacts: ArtifactInfo[]
  counts: Record<string, number>
  /**
   * two waypoints `[lon, lat]` connected by a route, for examples and the printed curl line; absent if none was found
   */
  example?: { waypoints: [number, number][] }
}

/** The live release of one region; `region` is empty for that of the data folder itself. */
export interface RegionRelease {
  region: string
  release: ReleaseInfo
}

/** What is published now, and what is still readable. */
export interface ReleaseService {
  /** null while nothing is published; of several regions the joint one (decision: regions) */
  findLive(): ReleaseInfo | null
  /** live first, then retired but readable ones, newest first */
  listKept(): ReleaseInfo[]
  /** absolute path of an artifact file by its version; null if unknown, retired, or not kept here but in a store */
  findArtifactFile(artifact: string, version: string): string | null
  /** where an artifact file is read, here or in a store; null if unknown or retired */
  findArtifactPlace(artifact: string, version: string): FilePlace | null
  /** the regions that are served, with their live releases; absent where there is but one */
  listRegions?(): RegionRelease[]
}
