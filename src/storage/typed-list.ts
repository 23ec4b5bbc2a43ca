// Growing lists of numbers: a typed array that doubles, so that no object is made per element. `array` and `view()`,
// the filled part, are valid until the next push: growing frees their memory at once, without waiting for a
// collection.

type Numbers = Float64Array | Uint32Array | Int32Array | Uint8Array

/** A longer array with the same beginning. The one before is empty from now on: its memory is free at once. */
export function lengthened<T extends Numbers>(array: T, length: number): T {
  const longer = new (array.constructor as new (length: number) => T)(length)
  longer.set(array)
  freeAtOnce(array)
  return longer
}

/** The array is empty from now on; its memory is free without waiting for a collection. */
export function freeAtOnce(array: Numbers): void {
  ;(array.buffer as ArrayBuffer).transfer(0)
}

/**
 * Gives every element its value by index. `TypedArray.from` with a function would copy another typed array into a list
 * of V8's heap first, 40 bytes an element.
 */
export function fillBy<T extends Numbers>(array: T, valueAt: (index: number) => number): T {
  for (let i = 0; i < array.length; i++) array[i] = valueAt(i)
  return array
}

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

  append(values: ArrayLike<number>): void {
    if (this.length + values.length > this.array.length) this.#grow(this.length + values.length)
    this.array.set(values, this.length)
    this.length += values.length
  }

  /** The filled part, without a copy. */
  view(): T {
    return this.array.subarray(0, this.length) as T
  }

  #grow(least: number): void {
    this.array = lengthened(this.array, Math.max(least, this.array.length * 2))
  }
}

export const float64List = (capacity = 1024) => new TypedList(new Float64Array(capacity))
export const uint32List = (capacity = 1024) => new TypedList(new Uint32Array(capacity))
export const int32List = (capacity = 1024) => new TypedList(new Int32Array(capacity))
export const uint8List = (capacity = 1024) => new TypedList(new Uint8Array(capacity))
