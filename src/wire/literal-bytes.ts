// HOT: npm run bench -- routing
// Keys and frequent words of answers are copied eight bytes at a time; single bytes would take several times as long.
//
// Texts that are written again and again, as words of eight bytes.

/** UTF-8 never forms a NaN, so no word changes when it is copied. */
export class LiteralBytes {
  readonly words: Float64Array
  readonly length: number

  constructor(text: string) {
    const bytes = Buffer.from(text, 'utf8')
    this.length = bytes.length
    this.words = new Float64Array(Math.ceil(bytes.length / 8))
    const view = new DataView(new ArrayBuffer(this.words.length * 8))
    for (let i = 0; i < bytes.length; i++) view.setUint8(i, bytes[i])
    for (let w = 0; w < this.words.length; w++) this.words[w] = view.getFloat64(w * 8, true)
  }
}
