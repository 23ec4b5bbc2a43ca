// The results of a run as a table and as JUnit XML.

import type { Operation, Result } from './operation.ts'
import type { Run } from './run-conformance.ts'

interface Tally {
  passed: number
  failed: number
  'not seen': number
}

const tallyOf = (results: readonly Result[]): Tally => {
  const tally: Tally = { passed: 0, failed: 0, 'not seen': 0 }
  for (const { outcome } of results) tally[outcome]++
  return tally
}

/** A line for each operation, then each check that failed, and of `all` every one. */
export function tableText(run: Run, operations: readonly Operation[], all: boolean): string {
  const lines = [row('operation', 'section', 'passed', 'failed', 'not seen')]
  for (const { id, section } of operations) {
    const { passed, failed, 'not seen': unseen } = tallyOf(of(run, id))
    lines.push(row(id, section, String(passed), String(failed), String(unseen)))
  }
  const total = tallyOf(run.results)
  lines.push(row('all', '', String(total.passed), String(total.failed), String(total['not seen'])), '')
  for (const one of run.results)
    if (all || one.outcome === 'failed')
      lines.push(
        `${one.outcome === 'failed' ? 'FAILED' : one.outcome}  ${nameOf(one)}  [${one.section}]${one.detail === '' ? '' : `\n        ${one.detail}`}`,
      )
  lines.push(
    `${total.failed === 0 ? 'conforms' : `does not conform: ${total.failed} checks failed`}; ${run.requests} requests`,
  )
  if (total['not seen'] > 0)
    lines.push(`${total['not seen']} checks were not seen: no answer showed what they are about (--all lists them)`)
  return `${lines.join('\n')}\n`
}

export const nameOf = (one: Result): string => `${one.operation}: ${one.case}: ${one.check}`

const row = (...[first, ...others]: string[]): string =>
  `${first.padEnd(20)}${others.map((cell) => cell.padStart(9)).join('')}`

const of = ({ results }: Run, id: string): Result[] => results.filter(({ operation }) => operation === id)

/** A suite for each operation, a test case for each check. */
export function junitText(run: Run, operations: readonly Operation[]): string {
  const { failed, 'not seen': skipped } = tallyOf(run.results)
  const suites = operations.map(({ id }) => {
    const results = of(run, id)
    const tally = tallyOf(results)
    const cases = results.map(
      (one) =>
        `    <testcase classname="${escaped(one.operation)}" name="${escaped(`${one.case}: ${one.check} [${one.section}]`)}"${insideOf(one)}`,
    )
    return `  <testsuite name="${escaped(id)}" tests="${results.length}" failures="${tally.failed}" errors="0" skipped="${tally['not seen']}">\n${cases.join('\n')}\n  </testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conformance" tests="${run.results.length}" failures="${failed}" errors="0" skipped="${skipped}">\n${suites.join('\n')}\n</testsuites>\n`
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
