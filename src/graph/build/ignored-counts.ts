// What an import left out and why, counted by reason, so that nothing is dropped silently.

export interface IgnoredCount {
  what: 'node' | 'way' | 'relation'
  reason: string
  count: number
}

/** Number of different reasons; further ones (tagging typos) are counted together. */
const MAX_REASONS = 60

export class IgnoredCounts {
  readonly #counts = new Map<string, IgnoredCount>()

  add(what: IgnoredCount['what'], reason: string, count = 1): void {
    if (count === 0) return
    let key = `${what} ${reason}`
    if (!this.#counts.has(key) && this.#counts.size >= MAX_REASONS) {
      reason = 'other tags'
      key = `${what} ${reason}`
    }
    const known = this.#counts.get(key)
    if (known === undefined) this.#counts.set(key, { what, reason, count })
    else known.count += count
  }

  /** Most frequent first. */
  list(): IgnoredCount[] {
    return [...this.#counts.values()].sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
  }
}
