// Several attacks at a time, since that takes less: what holds together holds alone. Where a bar breaks the halves
// come, down to each alone.

import type { Row } from './row.ts'

/** Of an attack alone that broke nothing but bars of time, which chance may break: the best counts. */
const TRIES = 4

/** `variant` is another each time; memory is what was added to `floorMb`. */
export type Measure<T> = (some: readonly T[], variant: string, floorMb: number) => Promise<Row[]>

/**
 * A row of each. What more memory was kept than before the first of them counts for each half, so that an attack that
 * is tried again cannot hide in what it left behind. Throws where the server ended.
 */
export async function runTogether<T extends { name: string }>(
  some: readonly T[],
  measure: Measure<T>,
  floorMb: number,
  variant = '',
): Promise<Row[]> {
  const rows = await measure(some, variant, floorMb).catch((cause) => {
    throw new Error(`the server is no longer there after: ${some.map(({ name }) => name).join('; ')}`, { cause })
  })
  if (rows.every((row) => holds(row) && row.crowdedOut !== true)) return rows
  if (some.length === 1) return [await bestOf(rows[0], (again) => measure(some, `${variant}.${again}`, floorMb))]
  const middle = Math.ceil(some.length / 2)
  const first = await runTogether(some.slice(0, middle), measure, floorMb, `${variant}a`)
  return [...first, ...(await runTogether(some.slice(middle), measure, floorMb, `${variant}b`))]
}

async function bestOf(first: Row, again: (n: number) => Promise<Row[]>): Promise<Row> {
  let best = first
  for (let n = 1; n < TRIES && best.slow.length > 0 && best.wrong.length === 0; n++) {
    const [row] = await again(n)
    if (row.wrong.length > 0 || row.slow.length < best.slow.length || row.cpuMs < best.cpuMs) best = row
  }
  return best
}

export const holds = ({ slow, wrong }: Row): boolean => slow.length === 0 && wrong.length === 0
