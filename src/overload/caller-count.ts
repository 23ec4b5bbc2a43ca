/** How many different callers wait, each with one request or more. */
export class CallerCount {
  readonly #requests = new Map<string, number>()

  get size(): number {
    return this.#requests.size
  }

  add(caller: string): void {
    this.#requests.set(caller, (this.#requests.get(caller) ?? 0) + 1)
  }

  /** A request that was added is through. */
  remove(caller: string): void {
    const left = this.#requests.get(caller)! - 1
    if (left > 0) this.#requests.set(caller, left)
    else this.#requests.delete(caller)
  }
}
