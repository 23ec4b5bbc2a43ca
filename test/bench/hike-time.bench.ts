// Moving time against recordings of many people (REAL_DATA_DIR/hikes-large): the fits of service-hike/2, service-run/1
// and service-bike/1, their bands and rests, and tables beside published rules, every person weighing the same and
// judged by everybody else's recordings. `--figure FILE` draws the errors as SVG (docs/time.svg).

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { movingTime } from '../../src/course/moving-time.ts'
import { PACE_MODELS, ownBand, walkerFrom } from '../../src/course/pace-models.ts'
import { drawErrors } from './course/time/figure.ts'
import { fitPace, fitPaceWithin, paceS, personWeights, quantile, type Pace } from './course/time/fit-pace.ts'
import * as judge from './course/time/judge.ts'
import { PUBLISHED_RULES } from './course/time/published-rules.ts'
import { compareHeights } from './course/time/terrain-heights.ts'
import { readWalks } from './course/walked-lines.ts'
import { isHilly, readRecordings, usable, type Group, type Recording } from './course/time/recordings.ts'

const dataFolder = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../shared/data')
const folder = join(dataFolder, 'hikes-large')
const all = readRecordings(folder)
if (all.length === 0) {
  console.error('no recordings: set REAL_DATA_DIR')
  process.exit(1)
}
const pct = (share: number): string => `${(share * 100).toFixed(1)} %`
const between = ([low, high]: [number, number]): string => `${(low * 100).toFixed(0)} to ${(high * 100).toFixed(0)}`
const people = (recordings: readonly Recording[]) => new Set(recordings.map(({ person }) => person)).size
const pick = <T>(list: readonly T[], from: readonly Recording[], keep: (r: Recording) => boolean): T[] =>
  list.filter((_, i) => keep(from[i]))

const PROFILES = { foot: 'hike', run: 'run', bike: 'bike' } as const
const FITS: Record<Group, (recordings: readonly Recording[]) => Pace> = {
  foot: fitPace,
  run: fitPaceWithin,
  bike: fitPaceWithin,
}

for (const group of ['foot', 'run', 'bike'] as const) {
  const recordings = all.filter((one) => one.group === group && usable(one))
  const fit = FITS[group]
  const pace = fit(recordings)
  console.log(`\n## ${group}: ${recordings.length} recordings of ${people(recordings)} people\n`)
  console.log(
    `seconds = ${pace.levelSPerM.toFixed(3)} a metre + ${pace.upSPerM.toFixed(2)} a metre up + ${pace.downSPerM.toFixed(2)} a metre down`,
  )
  const logs = judge.leftOut(recordings, fit, paceS)
  table(group, recordings, logs)
  bands(recordings, logs)
  ownPace(group, recordings, logs)
  rests(recordings)
  if (group === 'foot') traps(recordings, logs)
}

function table(group: Group, recordings: readonly Recording[], logs: readonly number[]): void {
  const classes: [string, (r: Recording) => boolean][] = [
    ['hills', isHilly],
    ['gentle', (r) => !isHilly(r)],
    ['all', () => true],
    ['hills, heights not rough', (r) => isHilly(r) && !r.roughHeights],
  ]
  for (const [name, keep] of group === 'foot' ? classes : classes.slice(0, 3)) {
    const chosen = recordings.filter(keep)
    console.log(`\n${name}: ${chosen.length} recordings of ${people(chosen)} people (90 % intervals over people)\n`)
    console.log('| rule | median error | 90th percentile | too long by |\n|---|---|---|---|')
    const row = (rule: string, own: readonly number[]) => {
      const { median, p90, bias } = judge.verdictOf(chosen, own)
      const within = judge.verdictIntervals(chosen, own)
      console.log(
        `| ${rule} | ${pct(median)} (${between(within.median)}) | ${pct(p90)} (${between(within.p90)}) | ${pct(bias)} (${between(within.bias)}) |`,
      )
    }
    row('Waypost (person left out)', pick(logs, recordings, keep))
    if (group !== 'foot') continue
    for (const [rule, seconds] of Object.entries(PUBLISHED_RULES)) {
      const raw = chosen.map((one) => Math.log(one.movingS / seconds(one)))
      row(rule, raw)
      row(`${rule}, one factor`, judge.factorLeftOut(chosen, raw))
    }
  }
  const figureAt = process.argv.indexOf('--figure')
  if (group !== 'foot' || figureAt < 0) return
  const chosen = recordings.filter(isHilly)
  const raw = Object.entries(PUBLISHED_RULES).map(([rule, seconds]) => ({
    rule,
    logs: chosen.map((one) => Math.log(one.movingS / seconds(one))),
  }))
  const rows = [{ rule: 'service-hike/2', logs: pick(logs, recordings, isHilly) }, ...raw].map(
    ({ rule, logs: own }) => ({
      rule,
      shares: [0.1, 0.25, 0.5, 0.75, 0.9].map((share) => Math.exp(-quantile(own, personWeights(chosen), 1 - share))),
    }),
  )
  writeFileSync(
    process.argv[figureAt + 1],
    drawErrors(rows, `${chosen.length} walks in hills of ${people(chosen)} people`),
  )
}

function bands(recordings: readonly Recording[], logs: readonly number[]): void {
  console.log('\n| class | recordings, people | 50 % band | holds | 80 % band | holds |\n|---|---|---|---|---|---|')
  const show = (name: string, keep: (r: Recording) => boolean) => {
    const chosen = recordings.filter(keep)
    const own = pick(logs, recordings, keep)
    const cells = ([50, 80] as const).map((share) => {
      const [low, high] = judge.bandOf(chosen, own, share)
      const held = judge.heldLeftOut(chosen, own, share)
      const interval = judge.bootstrap(chosen, (indexes, weights) => {
        const total = weights.reduce((a, b) => a + b, 0)
        return indexes.reduce((sum, i, k) => sum + (held[i] ? weights[k] : 0), 0) / total
      })
      return `${Math.exp(low).toFixed(2)} to ${Math.exp(high).toFixed(2)} | ${pct(judge.shareOf(chosen, held))} (${between(interval)})`
    })
    console.log(`| ${name} | ${chosen.length}, ${people(chosen)} | ${cells.join(' | ')} |`)
  }
  show('all', () => true)
  show('hills', isHilly)
  show('gentle', (r) => !isHilly(r))
  console.log(
    '\nthe band of all, in classes:\n\n| class | recordings, people | 50 % holds | 80 % holds |\n|---|---|---|---|',
  )
  const held = ([50, 80] as const).map((share) => judge.heldLeftOut(recordings, logs, share))
  const climb = ({ ascentM, descentM, lengthM }: Recording) => (ascentM + descentM) / 2 / (lengthM / 1000)
  const classes: [string, (r: Recording) => boolean][] = [
    ['hills', isHilly],
    ['gentle', (r) => !isHilly(r)],
    ['under 8 km', ({ lengthM }) => lengthM < 8000],
    ['8 to 16 km', ({ lengthM }) => lengthM >= 8000 && lengthM < 16_000],
    ['16 km and more', ({ lengthM }) => lengthM >= 16_000],
    ['under 25 m a km', (r) => climb(r) < 25],
    ['25 to 60 m a km', (r) => climb(r) >= 25 && climb(r) < 60],
    ['60 m a km and more', (r) => climb(r) >= 60],
  ]
  for (const [name, keep] of classes) {
    const chosen = recordings.filter(keep)
    if (chosen.length < 10) continue
    console.log(
      `| ${name} | ${chosen.length}, ${people(chosen)} | ${held.map((list) => pct(judge.shareOf(chosen, pick(list, recordings, keep)))).join(' | ')} |`,
    )
  }
}

function ownPace(group: Group, recordings: readonly Recording[], logs: readonly number[]): void {
  console.log(
    '\n| own recordings | judged | median error | 90th percentile | half within | four fifths within | 50 % and 80 % of the spread hold |\n|---|---|---|---|---|---|---|',
  )
  const { own } = PACE_MODELS[PROFILES[group]]
  for (const count of [0, 1, 3, 5]) {
    const left = judge.withOwn(recordings, logs, count, own.shrinkage)
    const keep = (i: number) => left[i] !== null && (group !== 'foot' || isHilly(recordings[i]))
    const chosen = recordings.filter((_, i) => keep(i))
    const rest = left.filter((_, i) => keep(i)) as number[]
    const { median, p90 } = judge.verdictOf(chosen, rest)
    const within = judge.verdictIntervals(chosen, rest)
    const away = rest.map(Math.abs)
    const weights = personWeights(chosen)
    const walker = walkerFrom(new Array<number>(count).fill(0), own)
    const holds =
      walker === null
        ? ''
        : ([50, 80] as const)
            .map((share) =>
              pct(
                judge.shareOf(
                  chosen,
                  away.map((log) => log <= Math.log(ownBand(walker, share)[1])),
                ),
              ),
            )
            .join(', ')
    console.log(
      `| ${count} | ${chosen.length} of ${people(chosen)} people | ${pct(median)} (${between(within.median)}) | ${pct(p90)} (${between(within.p90)}) | ${quantile(away, weights, 0.5).toFixed(3)} | ${quantile(away, weights, 0.8).toFixed(3)} | ${holds} |`,
    )
  }
}

function rests(recordings: readonly Recording[]): void {
  console.log('\n| rests: duration over moving time | recordings, people | quartiles |\n|---|---|---|')
  const show = (name: string, keep: (r: Recording) => boolean) => {
    const chosen = recordings.filter(keep)
    const ratios = chosen.map(({ durationS, movingS }) => durationS / movingS)
    const weights = personWeights(chosen)
    if (chosen.length >= 10)
      console.log(
        `| ${name} | ${chosen.length}, ${people(chosen)} | ${[0.25, 0.5, 0.75].map((share) => quantile(ratios, weights, share).toFixed(2)).join(' ')} |`,
      )
  }
  show('all', () => true)
  for (const hilly of [true, false])
    for (const [name, from, to] of [
      ['under 2 h', 0, 2],
      ['2 h and more', 2, 99],
      ['under 4 h', 0, 4],
      ['4 h and more', 4, 99],
    ] as const)
      show(
        `${hilly ? 'hills' : 'gentle'}, ${name} moving`,
        (r) => isHilly(r) === hilly && r.movingS >= from * 3600 && r.movingS < to * 3600,
      )
}

/** What false jumps, vertical movement and rough heights do to the fit. */
function traps(recordings: readonly Recording[], logs: readonly number[]): void {
  const withClimb = recordings.map((one) => ({ ...one, movingS: one.movingWithClimbS }))
  const other = fitPace(withClimb)
  console.log(
    `\nslow climbing counted as moving: seconds = ${other.levelSPerM.toFixed(3)} a metre + ${other.upSPerM.toFixed(2)} a metre up + ${other.downSPerM.toFixed(2)} a metre down`,
  )
  const steep = recordings.flatMap((one, i) => (one.ascentM / one.lengthM > 0.06 ? [i] : []))
  const chosen = steep.map((i) => recordings[i])
  const longer = chosen.map((one) => one.movingWithClimbS / one.movingS - 1)
  console.log(
    `of ${chosen.length} walks with 60 m up a kilometre and more it lengthens the moving time by ${pct(quantile(longer, personWeights(chosen), 0.5))} in the median, ${pct(quantile(longer, personWeights(chosen), 0.9))} at the 90th percentile; told times miss that by ${pct(
      judge.verdictOf(
        chosen,
        steep.map((i) => logs[i] + Math.log(recordings[i].movingWithClimbS / recordings[i].movingS)),
      ).bias,
    )} on average`,
  )
  console.log(`${recordings.filter(({ jumps }) => jumps > 0).length} recordings have false jumps of height, cut`)
}

/** Ten walks at their own places, of people whom the fit has not seen (REAL_DATA_DIR/hikes). */
const walks = readWalks(join(dataFolder, 'hikes'))
if (walks.length > 0) {
  console.log('\n## ten walks besides\n\n| walk | km | recorded, min | told, min | error |\n|---|---|---|---|---|')
  for (const { name, lengthM, movingS, pieces } of walks) {
    const modelS = pieces.reduce(
      (sum, piece) => sum + movingTime(piece, [], { profile: 'hike', walker: null }).movingS,
      0,
    )
    console.log(
      `| ${name} | ${(lengthM / 1000).toFixed(1)} | ${(movingS / 60).toFixed(0)} | ${(modelS / 60).toFixed(0)} | ${pct(modelS / movingS - 1)} |`,
    )
  }
}

const compared = await compareHeights(join(dataFolder, 'andorra'))
if (compared.length > 0) {
  console.log('\n## heights of the terrain (SRTM, 90 m) in place of the recorder\n')
  console.log('| track | km | by recorder, min | by terrain, min | change |\n|---|---|---|---|---|')
  for (const { name, lengthM, recordedS, terrainS } of compared)
    console.log(
      `| ${name} | ${(lengthM / 1000).toFixed(1)} | ${(recordedS / 60).toFixed(0)} | ${(terrainS / 60).toFixed(0)} | ${pct(terrainS / recordedS - 1)} |`,
    )
}
