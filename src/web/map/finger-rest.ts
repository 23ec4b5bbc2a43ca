// A finger that rests on the map acts once, while it is still down. What the browser makes of the same touch afterwards
// must do nothing more: its own menu after a longer rest, and the click when the finger is lifted.

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
