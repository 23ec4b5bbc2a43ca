// Values that the executor hands over as they are.

/**
 * Data of others as a leaf: where it has a member `then`, a bare object would be taken for a promise. Bare again as
 * JSON.
 */
export class Leaf {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }

  toJSON(): unknown {
    return this.value
  }
}
