// Growing lists of numbers: a typed array that doubles, so that no object is made per element. `view()` is the filled
// part, valid until the next push.

type Numbers = Float64Array | Uint32Array | Int32Array | Uint8Array

class TypedList<T extends Numbers> {
  array: T
  length = 0

  constructor(first: T) {
    this.array = first
  }

  push(value: number): void {
    if (this.length === this.array.length) this.#grow(this.length + 1)
    this.array[this.length++] = value
  }

  /** The filled part, without a copy. */
  view(): T {
    return this.array.subarray(0, this.length) as T
  }

  #grow(least: number): void {
    const grown = new (this.array.constructor as new (length: number) => T)(Math.max(least, this.array.length * 2))
    grown.set(this.array)
    this.array = grown
  }
}

export const float64List = (capacity = 1024) => new TypedList(new Float64Array(capacity))
export const uint32List = (capacity = 1024) => new TypedList(new Uint32Array(capacity))
export const int32List = (capacity = 1024) => new TypedList(new Int32Array(capacity))
export const uint8List = (capacity = 1024) => new TypedList(new Uint8Array(capacity))
