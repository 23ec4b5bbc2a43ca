// HOT: npm run bench -- static-map
// A pixel is one word, 0xbbggrr, so that it is read, mixed and written at once.
//
// Colours as such words.

import type { Rgb } from './rgb.ts'

export function toWord([red, green, blue]: Rgb): number {
  return red | (green << 8) | (blue << 16)
}

/** `share` of 256 of the colour above, the rest of the one below; each channel rounded. */
export function mix(below: number, above: number, share: number): number {
  const rest = 256 - share
  const redBlue = (Math.imul(below & 0xff00ff, rest) + Math.imul(above & 0xff00ff, share) + 0x800080) >>> 8
  const green = (Math.imul(below & 0xff00, rest) + Math.imul(above & 0xff00, share) + 0x8000) >>> 8
  return (redBlue & 0xff00ff) | (green & 0xff00)
}
