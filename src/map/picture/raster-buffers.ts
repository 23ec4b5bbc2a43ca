// The buffers of the band of a picture that was drawn last, for the next one.

interface RasterBuffers {
  /** zeros */
  sheet: Float32Array
  pixels: Int32Array
}

/** The largest buffers that are kept, in pixels. */
const MAX_SPARE = 4_000_000

let spare: RasterBuffers | null = null

/** Buffers of at least these lengths. */
export function takeBuffers(sheetLength: number, pixelCount: number): RasterBuffers {
  const kept = spare
  spare = null
  if (kept === null || kept.sheet.length < sheetLength || kept.pixels.length < pixelCount)
    return { sheet: new Float32Array(sheetLength), pixels: new Int32Array(pixelCount) }
  return kept
}

/** The sheet must be reset to zeros; nobody may use them afterwards. */
export function keepBuffers(buffers: RasterBuffers): void {
  if (buffers.sheet.length <= MAX_SPARE) spare = buffers
}
