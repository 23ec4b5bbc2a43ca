// `npm run bench -- report`: writes BENCHMARKS.md from test/bench/results and prints it.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printedReport } from './report.ts'

const page = printedReport()
writeFileSync(join(import.meta.dirname, '../../BENCHMARKS.md'), page)
console.log(page)
