// BENCHMARKS.md, made from the results in test/bench/results: the current figure of each benchmark, its peer and its
// target. History is in test/bench/notes.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const RESULTS = join(import.meta.dirname, 'results')

interface ResultRow {
  what: string
  figure: string
  /** of the peer or of the state to compare with; empty without one */
  peer: string
  /** empty without one; after a colon what was reached of a ratio, or `missed` */
  target: string
}

interface BenchResult {
  /** its place on the page */
  order: number
  title: string
  command: string
  /** `2026-11-29` */
  date: string
  commit?: string
  note?: string
  rows: ResultRow[]
}

const HEAD = `# Benchmarks

Printed by \`npm run bench -- report\` from \`test/bench/results\`, where \`RECORD=1 npm run bench -- NAME\` writes figures. Two
shared cores, Node 24, Linux: compare ratios, not milliseconds. Peers ran in the same run on the same input. The region is
Andorra (2025-01-19, SRTM 3"); Valhalla is 3.6.1 through its Node bindings. Targets of ratios have the ratio after a colon.
History: [test/bench/notes](test/bench/notes/2026-11.md).
`

function readResults(): BenchResult[] {
  return readdirSync(RESULTS)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(RESULTS, name), 'utf8')) as BenchResult)
    .sort((a, b) => a.order - b.order)
}

/**
 * Writes what a benchmark has measured into its result, dated today, if `RECORD=1` is set (on a quiet machine). The row
 * must be there already: a new one needs its target by hand.
 */
export function recordFigure(
  result: string,
  what: string,
  measured: Pick<ResultRow, 'figure'> & Partial<ResultRow>,
): void {
  if (process.env.RECORD !== '1') return
  const file = join(RESULTS, `${result}.json`)
  const { commit: _, ...known } = JSON.parse(readFileSync(file, 'utf8')) as BenchResult
  const row = known.rows.find((one) => one.what === what)
  if (row === undefined) throw new RangeError(`${file} has no row '${what}'`)
  Object.assign(row, measured)
  writeFileSync(file, `${JSON.stringify({ ...known, date: new Date().toISOString().slice(0, 10) }, null, 2)}\n`)
}

export const printedReport = (): string => [HEAD, ...readResults().map(printedResult)].join('\n')

const cell = (text: string): string => (text === '' ? '' : ` ${text} `)

function printedResult({ title, command, date, note, rows }: BenchResult): string {
  const about = `\`${command}\`, ${date}`
  const lines = rows.map(({ what, figure, peer, target }) => `|${[what, figure, peer, target].map(cell).join('|')}|`)
  return [
    `## ${title}`,
    '',
    note === undefined ? `${about}.` : `${about}. ${note}`,
    '',
    '| what | figure | peer | target |',
    '|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}
