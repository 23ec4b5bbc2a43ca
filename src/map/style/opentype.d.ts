// The part of opentype.js 2 that we use; its package has no types.

declare module 'opentype.js/dist/opentype.mjs' {
  export type PathCommand =
    | { type: 'M'; x: number; y: number }
    | { type: 'L'; x: number; y: number }
    | { type: 'Q'; x1: number; y1: number; x: number; y: number }
    | { type: 'C'; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
    | { type: 'Z' }
  export interface Glyph {
    advanceWidth: number
    path: { commands: PathCommand[] }
  }
  export interface Font {
    unitsPerEm: number
    ascender: number
    descender: number
    charToGlyphIndex(character: string): number
    glyphs: { get(index: number): Glyph }
  }
  /** `lowMemory`: a letter is read when it is requested, which takes a tenth of the time where few are */
  export function parse(buffer: ArrayBuffer, options?: { lowMemory: true }): Font
}
