// Walking time against recordings: calibration of service-hike/2 and a table of relative errors beside four published
// rules.
// Waypost's row is leave-one-out; the published rules take no calibration. Needs the recordings (REAL_DATA_DIR).

import { join } from 'node:path'
import { calibrate, leaveOneOut, leaveOneOutNested, quantileOfAbs, ruleS, RULES, swissS } from './course/hike-models.ts'
import { readWalks } from './course/walked-lines.ts'

const folder = join(process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../shared/data'), 'hikes')
const walks = readWalks(folder)
if (walks.length === 0) {
  console.error('no recordings of walks: set REAL_DATA_DIR')
  process.exit(1)
}
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
const calibrated = calibrate(walks.map((walk) => ({ formulaS: swissS(walk), movingS: walk.movingS })))
const nested = leaveOneOutNested(walks)
const held = leaveOneOut(walks)
console.log(`${walks.length} walks, ${(walks.reduce((sum, walk) => sum + walk.lengthM, 0) / 1000).toFixed(0)} km`)
console.log(
  Object.entries(calibrated)
    .map(([name, value]) => `${name} ${value.toPrecision(5)}`)
    .join(', '),
)
console.log(
  `standard error of the slope ${(calibrated.logSpread / Math.sqrt(calibrated.logSquares)).toFixed(3)}; the choice made without the walk left out fell on the length ${nested.lengthChosen} times of ${walks.length}`,
)
console.log(
  `left out: ${held.filter((one) => one.within50).length} of ${held.length} walks within the 50 % band, ${held.filter((one) => one.within80).length} within the 80 % band\n`,
)
console.log('| rule | median error | 90th percentile | mean signed error |\n|---|---|---|---|')
const row = (name: string, errors: number[]) =>
  console.log(
    `| ${name} | ${percent(quantileOfAbs(errors, 0.5))} | ${percent(quantileOfAbs(errors, 0.9))} | ${percent(errors.reduce((a, b) => a + b, 0) / errors.length)} |`,
  )
row(
  'Waypost service-hike/2 (leave one out)',
  held.map((one) => one.error),
)
row('the same, model chosen without the walk too', nested.errors)
for (const rule of RULES)
  row(
    rule,
    walks.map((walk) => ruleS(rule, walk) / walk.movingS - 1),
  )
// walks drawn again with repetition, 10,000 times: how sure ten of them make the order
console.log(
  '\n| against | median error difference, 90 % interval | 90th percentile difference, 90 % interval | mean error difference, 90 % interval |\n|---|---|---|---|',
)
let state = 1
const random = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32
for (const rule of RULES) {
  const theirs = walks.map((walk) => ruleS(rule, walk) / walk.movingS - 1)
  const differences: number[][] = [[], [], []]
  const meanOf = (errors: number[]): number => errors.reduce((sum, error) => sum + Math.abs(error), 0) / errors.length
  for (let draw = 0; draw < 10_000; draw++) {
    const drawn = walks.map(() => Math.floor(random() * walks.length))
    const [a, b] = [drawn.map((k) => held[k].error), drawn.map((k) => theirs[k])]
    differences[0].push(quantileOfAbs(a, 0.5) - quantileOfAbs(b, 0.5))
    differences[1].push(quantileOfAbs(a, 0.9) - quantileOfAbs(b, 0.9))
    differences[2].push(meanOf(a) - meanOf(b))
  }
  const interval = (values: number[]): string => {
    values.sort((a, b) => a - b)
    return `${percent(values[500])} to ${percent(values[9499])}`
  }
  console.log(`| ${rule} | ${differences.map(interval).join(' | ')} |`)
}
console.log('\n| walk | km | moving min | Waypost (left out) |\n|---|---|---|---|')
walks.forEach((walk, i) =>
  console.log(
    `| ${walk.name} | ${(walk.lengthM / 1000).toFixed(1)} | ${walk.movingS / 60} | ${(((1 + held[i].error) * walk.movingS) / 60).toFixed(0)} |`,
  ),
)
