// Walking time against recordings: calibration of service-hike/2 and a table of relative errors beside four published rules.
// Waypost's row is leave-one-out; the published rules take no calibration. Needs the recordings (REAL_DATA_DIR).

import { join } from 'node:path'
import { calibrate, leaveOneOut, quantileOfAbs, ruleS, RULES, swissS } from './course/hike-models.ts'
import { readWalks } from './course/walked-lines.ts'

const folder = join(process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../shared/data'), 'hikes')
const walks = readWalks(folder)
if (walks.length === 0) {
  console.error('no recordings of walks: set REAL_DATA_DIR')
  process.exit(1)
}
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
const { paceFactor, logSpread } = calibrate(walks.map((walk) => walk.movingS / swissS(walk)))
const held = leaveOneOut(walks)
console.log(`${walks.length} walks, ${(walks.reduce((sum, walk) => sum + walk.lengthM, 0) / 1000).toFixed(0)} km`)
console.log(`factor on the Swiss formula ${paceFactor.toFixed(4)}, spread of the logarithm ${logSpread.toFixed(4)}`)
console.log(`left out: ${held.filter((one) => one.within50).length} of ${held.length} walks within the 50 % band, ${held.filter((one) => one.within80).length} within the 80 % band\n`)
console.log('| rule | median error | 90th percentile | mean signed error |\n|---|---|---|---|')
const row = (name: string, errors: number[]) => console.log(`| ${name} | ${percent(quantileOfAbs(errors, 0.5))} | ${percent(quantileOfAbs(errors, 0.9))} | ${percent(errors.reduce((a, b) => a + b, 0) / errors.length)} |`)
row('Waypost service-hike/2 (leave one out)', held.map((one) => one.error))
for (const rule of RULES) row(rule, walks.map((walk) => ruleS(rule, walk) / walk.movingS - 1))
console.log('\n| walk | km | moving min | Waypost (left out) |\n|---|---|---|---|')
walks.forEach((walk, i) => console.log(`| ${walk.name} | ${(walk.lengthM / 1000).toFixed(1)} | ${walk.movingS / 60} | ${((1 + held[i].error) * walk.movingS / 60).toFixed(0)} |`))
