// Whose answer is made again next: a few at once, of each caller one, in the order of asking. A new release makes every
// open subscription ask in the same second.

interface Waiting {
  account: string
  begin: () => void
}

export class RunTurns {
  readonly #atOnce: number
  readonly #busy = new Set<string>()
  readonly #waiting: Waiting[] = []

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  async run<T>(account: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ account, begin })
      this.#next()
    })
    try {
      return await work()
    } finally {
      this.#busy.delete(account)
      this.#next()
    }
  }

  #next(): void {
    for (let i = 0; i < this.#waiting.length && this.#busy.size < this.#atOnce; ) {
      const { account, begin } = this.#waiting[i]
      if (this.#busy.has(account)) {
        i++
        continue
      }
      this.#waiting.splice(i, 1)
      this.#busy.add(account)
      begin()
    }
  }
}
