// Decision `dates`: each dated tag of Andorra at every hour of a leap year, as compiled at import and by the package
// `opening_hours`: how many say the same throughout, and what an hour costs. What needs the place (sunrise, holidays)
// is not compiled and stays unknown.

import OpeningHours from 'opening_hours'
import { ConditionCompiler } from '../../../src/osm/dates/compile-condition.ts'
import { appliesAt, firstDayOf, MAYBE, NO, YES, type Applies } from '../../../src/osm/dates/time-table.ts'
import { datedTextsOf } from '../../support/dated-texts.ts'
import { PBF } from '../routing/region.ts'
import { processorMs, type PlannerFigure } from './figure.ts'

const HOURS = 366 * 24
const FIRST_MIN = firstDayOf(2024) * 1440

export const measureDates: PlannerFigure = async () => {
  const zone = process.env.TZ
  process.env.TZ = 'UTC' // the package reads the clock of the process
  const compiler = await ConditionCompiler.load()
  const texts = [...(await datedTextsOf(PBF))].sort()
  let [unread, equal, compileMs, ownMs, packageMs] = [0, 0, 0, 0, 0]
  const differing: string[] = []
  for (const text of texts) {
    const startedMs = processorMs()
    const table = compiler.compile(text)
    compileMs += processorMs() - startedMs
    if (table === null) {
      unread++
      continue
    }
    const said: Applies[] = []
    const packageStartedMs = processorMs()
    const hours = new OpeningHours(text.replace(/Mo-Su,PH/g, 'Mo-Su'), null, { locale: 'en' } as never)
    for (let hour = 0; hour < HOURS; hour++) {
      const at = new Date((FIRST_MIN + hour * 60) * 60_000)
      said.push(hours.getState(at) ? YES : hours.getUnknown(at) ? MAYBE : NO)
    }
    packageMs += processorMs() - packageStartedMs
    const ownStartedMs = processorMs()
    let same = 0
    for (let hour = 0; hour < HOURS; hour++) if (appliesAt(table, FIRST_MIN + hour * 60) === said[hour]) same++
    ownMs += processorMs() - ownStartedMs
    if (same === HOURS) equal++
    else differing.push(`${text} (${HOURS - same} hours)`)
  }
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
  const requested = (texts.length - unread) * HOURS
  console.log(
    `${texts.length} values: ${equal} as opening_hours says at each of ${HOURS} hours, ${differing.length} not, ` +
      `${unread} not compiled and told as unknown (goal: none differs)`,
  )
  for (const one of differing) console.log(`  differs: ${one}`)
  console.log(
    `  processor time: an hour ${((ownMs * 1e6) / requested).toFixed(0)} ns, opening_hours ${((packageMs * 1e6) / requested).toFixed(0)} ns ` +
      `(ratio ${(ownMs / packageMs).toFixed(4)}); compiling a value ${(compileMs / texts.length).toFixed(2)} ms`,
  )
}
