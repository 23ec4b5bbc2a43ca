// The results of a run as a table and as JUnit XML.

import type { Operation, Result } from './operation.ts'
import type { Run } from './run-conformance.ts'

interface Tally {
  passed: number
  failed: number
  /** checks of which no answer of the operation shows anything, each once */
  unseen: string[]
}

function tallyOf(results: readonly Result[]): Tally {
  const tally: Tally = { passed: 0, failed: 0, unseen: [] }
  const about = ({ check, section }: Result): string => `${check}  [${section}]`
  const seen = new Set(results.filter(({ outcome }) => outcome !== 'not seen').map(about))
  for (const { outcome } of results) if (outcome !== 'not seen') tally[outcome]++
  tally.unseen = [...new Set(results.map(about))].filter((check) => !seen.has(check))
  return tally
}

/** A line for each operation, then each check that failed; with `all` every one, and what no answer showed. */
export function tableText(run: Run, operations: readonly Operation[], all: boolean): string {
  const lines = [row('operation', 'section', 'passed', 'failed', 'not seen')]
  const tallies = operations.map(({ id, section }) => ({ id, section, ...tallyOf(of(run, id)) }))
  for (const { id, section, passed, failed, unseen } of tallies)
    lines.push(row(id, section, String(passed), String(failed), String(unseen.length)))
  const sum = (count: (one: Tally) => number): number => tallies.reduce((before, one) => before + count(one), 0)
  const [failed, unseen] = [sum((one) => one.failed), sum((one) => one.unseen.length)]
  lines.push(row('all', '', String(sum((one) => one.passed)), String(failed), String(unseen)), '')
  for (const one of run.results)
    if (one.outcome === 'failed' || (all && one.outcome === 'passed'))
      lines.push(
        `${one.outcome === 'failed' ? 'FAILED' : one.outcome}  ${nameOf(one)}  [${one.section}]${one.detail === '' ? '' : `\n        ${one.detail}`}`,
      )
  if (all) for (const one of tallies) for (const check of one.unseen) lines.push(`not seen  ${one.id}: ${check}`)
  lines.push(
    `${failed === 0 ? 'conforms' : `does not conform: ${failed} ${failed === 1 ? 'check' : 'checks'} failed`}; ${run.requests} requests`,
    ...(unseen > 0 ? [`${unseen} checks were not seen: no answer showed what they are about (--all lists them)`] : []),
  )
  return `${lines.join('\n')}\n`
}

export const nameOf = (one: Result): string => `${one.operation}: ${one.case}: ${one.check}`

const row = (...[first, ...others]: string[]): string =>
  `${first.padEnd(20)}${others.map((cell) => cell.padStart(9)).join('')}`

const of = ({ results }: Run, id: string): Result[] => results.filter(({ operation }) => operation === id)

/** A suite for each operation, a test case for each check. */
export function junitText(run: Run, operations: readonly Operation[]): string {
  const count = (results: readonly Result[], outcome: Result['outcome']): number =>
    results.filter((one) => one.outcome === outcome).length
  const attributes = (results: readonly Result[]): string =>
    `tests="${results.length}" failures="${count(results, 'failed')}" errors="0" skipped="${count(results, 'not seen')}"`
  const suites = operations.map(({ id }) => {
    const results = of(run, id)
    const cases = results.map(
      (one) =>
        `    <testcase classname="${escaped(one.operation)}" name="${escaped(`${one.case}: ${one.check} [${one.section}]`)}"${insideOf(one)}`,
    )
    return `  <testsuite name="${escaped(id)}" ${attributes(results)}>\n${cases.join('\n')}\n  </testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conformance" ${attributes(run.results)}>\n${suites.join('\n')}\n</testsuites>\n`
}

function insideOf({ outcome, detail }: Result): string {
  if (outcome === 'passed') return '/>'
  const element = outcome === 'failed' ? 'failure' : 'skipped'
  return `><${element} message="${escaped(detail)}"/></testcase>`
}

const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
