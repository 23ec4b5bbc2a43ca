// The part of s2-pmtiles that is used here: its own declarations do not resolve under `moduleResolution: nodenext`.
declare module 's2-pmtiles' {
  export const Compression: { readonly None: 1 }
  export const TileType: { readonly Pbf: 1; readonly Png: 2; readonly Webp: 4 }
  export interface Writer {
    write(data: Uint8Array, offset: number): Promise<void>
    append(data: Uint8Array): Promise<void>
    appendSync(data: Uint8Array): void
  }
  export class S2PMTilesWriter {
    constructor(writer: Writer, type: number, compression?: number)
    writeTileXYZ(zoom: number, x: number, y: number, data: Uint8Array): Promise<void>
    commit(metadata: Record<string, unknown>): Promise<void>
  }
}
