// Random properties run from one seed in a run, that of the day (UTC): runs of one day agree, those of two days look at
// different cases. `SEED=20261129` repeats the run of a day. `THOROUGH=1` (before a release) and `npm run fuzz` look at
// new cases each time. A case that once failed is kept as an example beside its property (`examples`).

import fc from 'fast-check'

const seed = Number(process.env.SEED)

function reporter<T>(details: fc.RunDetails<T>): void {
  if (!details.failed) return
  const repeat = `Repeat with SEED=${seed}; keep the counterexample in the property's \`examples\`.`
  throw new Error(`${fc.defaultReportMessage(details)}\n${repeat}`, { cause: details.errorInstance })
}

// A property that leaves out a case with `fc.pre` gets another one instead, and fails if it leaves out most of them. A
// `maxLength` is reached: without this a list has ten elements at most, whatever it says.
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  ...{ seed, reporter, maxSkipsPerRun: 4, defaultSizeToMaxWhenMaxSpecified: true },
})

/** So many seeds, other ones in each run: for cases that are drawn in a loop. */
export function* runSeeds(count: number): Generator<number> {
  const first = Math.imul(Number.isNaN(seed) ? 0 : seed, 0x9e3779b1) >>> 1
  for (let i = 0; i < count; i++) yield (first + i) >>> 0
}
