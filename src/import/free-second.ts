// Releases and snow are named by the second in which they were made: waits for one whose name is free.

import { setTimeout as sleep } from 'node:timers/promises'

/** The first second from a time on whose name is not taken, as its time. */
export async function freeSecond(isTaken: (at: Date) => boolean, fromMs: number): Promise<Date> {
  let at = new Date(fromMs)
  while (isTaken(at)) {
    const leftMs = 1000 - (at.getTime() % 1000)
    await sleep(leftMs)
    at = new Date(at.getTime() + leftMs)
  }
  return at
}
