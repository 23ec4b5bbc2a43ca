import type { PbfSource } from '../../src/osm/pbf-blocks.ts'

/** An OSM PBF file whose bytes are in memory. */
export function pbfFromBytes(name: string, bytes: Uint8Array): PbfSource {
  return {
    name,
    sizeBytes: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
    close: async () => {},
  }
}
