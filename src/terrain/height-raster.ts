// The interface of a height file: a raster of pixel centres on a plane, read in blocks.
// Heights are metres; a void is NaN in Float32Array and VOID_I16 in Int16Array, and `isHeight` distinguishes both from
// a height with one comparison. No caller outside src/terrain sees a sentinel.

import { basename } from 'node:path'
import { ServiceError } from '../errors.ts'
import type { MapProjection } from './map-projection.ts'

/** Void in Int16 heights, as SRTM writes it. */
export const VOID_I16 = -32768
/** Limits in metres of any ground on earth; anything outside is a void, never a height. */
export const MIN_HEIGHT_M = -12_000
export const MAX_HEIGHT_M = 9_000

export type Heights = Int16Array | Float32Array

/** False for VOID_I16, NaN and everything out of range. */
export function isHeight(valueM: number): boolean {
  return valueM >= MIN_HEIGHT_M && valueM <= MAX_HEIGHT_M
}

export interface HeightRaster {
  /** file name for messages */
  name: string
  projection: MapProjection
  /** plane coordinates of the centre of pixel (0, 0) */
  x0: number
  y0: number
  /** signed plane units per column and row; stepY is negative if row 0 is the north */
  stepX: number
  stepY: number
  width: number
  height: number
  /** blocks start at multiples of these; the last ones are clipped at width and height */
  blockWidth: number
  blockHeight: number
  bytesPerPixel: number
  /** Heights of block (bx, by), row by row; null if the file holds nothing there. Throws ServiceError. */
  readBlock(bx: number, by: number): Promise<Heights | null>
  close(): Promise<void>
}

/** The error for any unusable height file: names the file, says what is wrong and what to do. */
export function demFault(path: string, sentence: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', `${basename(path)} ${sentence}`, cause === undefined ? {} : { cause })
}

/** What the first bytes of a file that is not what its name says look like. */
export function kindOfStart(bytes: Uint8Array): 'page' | 'empty' | 'other' {
  const text = Buffer.from(bytes.subarray(0, 64)).toString('latin1').trimStart()
  return text.startsWith('<') ? 'page' : bytes.length === 0 ? 'empty' : 'other'
}

const STARTS = { page: ' (it looks like a web page: the download may have failed)', empty: ' (it is empty)', other: '' }

/** The same in words; empty if they say nothing. */
export const describeStart = (bytes: Uint8Array): string => STARTS[kindOfStart(bytes)]
