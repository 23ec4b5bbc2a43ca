// The PNG of a picture, band by band, packed by libvips. Equal pixels give equal bytes on one build and platform.

import sharp from 'sharp'

// one thread per picture, so that many pictures do not take all cores
sharp.concurrency(1)
sharp.cache(false)

/** A third of the time of zlib's usual level, for up to a fifth more bytes. */
const COMPRESSION = 2

export class PngEncoder {
  readonly #width: number
  readonly #height: number
  readonly #bytes: Uint8Array
  #length = 0

  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
    this.#bytes = new Uint8Array(width * height * 3)
  }

  /** The next rows from the top: a word 0xbbggrr per pixel. */
  addRows(pixels: Int32Array, rows: number): void {
    const bytes = this.#bytes
    let at = this.#length
    for (let pixel = 0; pixel < rows * this.#width; pixel++) {
      const word = pixels[pixel]
      bytes[at++] = word
      bytes[at++] = word >> 8
      bytes[at++] = word >> 16
    }
    this.#length = at
  }

  async finish(): Promise<Uint8Array> {
    const raw = { width: this.#width, height: this.#height, channels: 3 } as const
    const png = await sharp(this.#bytes, { raw })
      .png({ compressionLevel: COMPRESSION, adaptiveFiltering: false, palette: false })
      .toBuffer()
    // copied: memory of libvips cannot be transferred between threads
    return Uint8Array.from(png)
  }
}
