// Chooses the encoding of an answer by Accept-Encoding (RFC 9110, 12.5.3), and compresses it: Brotli if it is at least
// as welcome as gzip, at a quality that takes about as long as gzip and makes text a tenth smaller. Runs off the main
// thread. A client that refuses all encodings gets the answer uncompressed, which helps it more than a refusal.

import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { shortHeader } from '../wire/header-text.ts'

export type Packing = 'br' | 'gzip'

/** Measured on answers of search, places in a box and routes: 5 takes twice as long for 4 % less. */
const BROTLI_QUALITY = 4
/** Window of 256 KB: larger ones gain nothing in answers and take memory for each. */
const BROTLI_WINDOW = 18
const GZIP_OPTIONS = { level: constants.Z_BEST_SPEED }
/** Headers are cached: clients of one kind send the same ones. */
const MAX_KNOWN = 200

const packGzip = promisify(gzip)
const packBrotli = promisify(brotliCompress)
const known = new Map<string, Weights>()

interface Weights {
  br: number
  gzip: number
  /** null: not named, so least preferred */
  identity: number | null
}

/** The encoding to use; null: none. `isWorthIt` false: compress only for a client that refuses anything else. */
export function choosePacking(header: string | string[] | undefined, isWorthIt: boolean): Packing | null {
  const accepted = shortHeader(header)
  if (accepted === null || accepted === '') return null
  const { br, gzip: zip, identity } = weightsOf(accepted)
  const best: Packing = br >= zip ? 'br' : 'gzip'
  const weight = Math.max(br, zip)
  if (weight === 0 || (identity !== null && identity > weight)) return null
  return isWorthIt || identity === 0 ? best : null
}

/** Whether an encoding is named (or all are) and not refused with q=0. */
export function acceptsEncoding(encoding: Packing, header: string | string[] | undefined): boolean {
  const accepted = shortHeader(header)
  return accepted !== null && weightsOf(accepted)[encoding] > 0
}

function weightsOf(header: string): Weights {
  const found = known.get(header)
  if (found !== undefined) return found
  const named = new Map<string, number>()
  for (const item of header.toLowerCase().split(',')) {
    const [name, ...parameters] = item.split(';').map((part) => part.trim())
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))
    const weight = quality === undefined ? 1 : Number(quality.slice(quality.indexOf('=') + 1))
    // an invalid weight counts as a refusal: nothing is sent that was not clearly requested
    if (name !== '') named.set(name === 'x-gzip' ? 'gzip' : name, weight >= 0 && weight <= 1 ? weight : 0)
  }
  const others = named.get('*')
  const weights = {
    br: named.get('br') ?? others ?? 0,
    gzip: named.get('gzip') ?? others ?? 0,
    identity: named.get('identity') ?? (others === 0 ? 0 : null),
  }
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(header, weights)
  return weights
}

/** Compresses the bytes. */
export function pack(packing: Packing, text: string | Uint8Array): Promise<Buffer> {
  return packing === 'gzip' ? packGzip(text, GZIP_OPTIONS) : packBrotli(text, brotliOptions(text.length))
}

/** A compressing stream; `length`: approximate length of what will be written. */
export function createPacker(packing: Packing, length: number) {
  return packing === 'gzip' ? createGzip(GZIP_OPTIONS) : createBrotliCompress(brotliOptions(length))
}

function brotliOptions(length: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  }
}
