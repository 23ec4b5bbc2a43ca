// Runs of one link over a list, gathered: what they ask of terrain and providers goes out in one call for all of them.
// A run joins before it does anything and leaves when it is done. What was asked goes out once every run that has not
// left is waiting for an answer, so that a run that is held up by a thread still shares the call of the others.

import { nextTurn } from '../../src/overload/next-turn.ts'

/** Items with which runs go on in one turn: each does 1 to 10 µs of work with one, and some by itself. */
const ITEMS_OF_A_TURN = 4000
const ITEMS_OF_A_RUN = 200
/** Answered at once. */
const FEW_ITEMS = 500

/** One run among those that are gathered. */
export interface BatchMember {
  /**
   * An answer for each item, in their order. `load` is given the items of all runs that asked under this name; where it
   * fails, all of them fail.
   */
  ask<Item, Answer>(
    name: string,
    items: readonly Item[],
    load: (items: readonly Item[]) => Promise<readonly Answer[]>,
  ): Promise<readonly Answer[]>
  /** Once; nobody waits for this run any more. */
  leave(): void
}

interface Ask {
  member: object
  items: readonly unknown[]
  resolve: (answers: readonly never[]) => void
  reject: (thrown: unknown) => void
}

interface Round {
  load: (items: readonly never[]) => Promise<readonly unknown[]>
  asks: Ask[]
}

export class BatchLoader {
  readonly #members = new Set<object>()
  #rounds = new Map<string, Round>()
  #looks = false

  join(): BatchMember {
    const member = {}
    this.#members.add(member)
    return {
      ask: (name, items, load) =>
        new Promise((resolve, reject) => {
          let round = this.#rounds.get(name)
          if (round === undefined) this.#rounds.set(name, (round = { load: load as Round['load'], asks: [] }))
          round.asks.push({ member, items, resolve: resolve as Ask['resolve'], reject })
          this.#lookSoon()
        }),
      leave: () => {
        this.#members.delete(member)
        this.#lookSoon()
      },
    }
  }

  /** After what is ready to run has run: a run may ask two things at once. */
  #lookSoon(): void {
    if (this.#looks) return
    this.#looks = true
    void Promise.resolve().then(() =>
      process.nextTick(() => {
        this.#looks = false
        this.#sendWhenAllWait()
      }),
    )
  }

  #sendWhenAllWait(): void {
    const waiting = new Set<object>()
    for (const { asks } of this.#rounds.values()) for (const { member } of asks) waiting.add(member)
    for (const member of this.#members) if (!waiting.has(member)) return
    const rounds = this.#rounds
    this.#rounds = new Map()
    for (const round of rounds.values()) void send(round)
  }
}

/** What the runs do with their answers takes the main thread as well: few of them go on in one turn. */
async function send({ load, asks }: Round): Promise<void> {
  try {
    const all = asks.flatMap(({ items }) => items)
    // of many links those of each come in turns of their own
    if (all.length > FEW_ITEMS) await nextTurn()
    const answers = await load(all as never[])
    let from = 0
    let left = ITEMS_OF_A_TURN
    for (const { items, resolve } of asks) {
      if (left <= 0) {
        await nextTurn()
        left = ITEMS_OF_A_TURN
      }
      left -= items.length + ITEMS_OF_A_RUN
      resolve(answers.slice(from, (from += items.length)) as never[])
    }
  } catch (thrown) {
    for (const { reject } of asks) reject(thrown)
  }
}
