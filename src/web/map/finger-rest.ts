// A finger that rests on the map acts once, while it still lies there. What else the browser makes of the same touch is
// nothing new: its own call for a menu after a longer rest, and the click when the finger is lifted.

const REST_MS = 400

export class FingerRest {
  #timer: ReturnType<typeof setTimeout> | undefined
  #hasActed = false

  /** A finger has come down. */
  begin(act: () => void): void {
    this.forget()
    this.#timer = setTimeout(() => {
      this.#hasActed = true
      act()
    }, REST_MS)
  }

  /** It moves, is lifted, or another one has come. */
  stop(): void {
    clearTimeout(this.#timer)
  }

  /** The next press is another one. */
  forget(): void {
    this.stop()
    this.#hasActed = false
  }

  /** Whether what comes now belongs to a rest that has acted. */
  get hasActed(): boolean {
    return this.#hasActed
  }
}
