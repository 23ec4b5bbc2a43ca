// How many cases a test tries. Each run of the suite tries few of them, always the same; THOROUGH=1 tries all: before a
// release, and after a change of what the test is about.

const isThorough = process.env.THOROUGH === '1'

export function caseCount(inEachRun: number, thorough: number): number {
  return isThorough ? thorough : inEachRun
}

/** Whether a case that is not in each run is tried now. */
export const triesAll = isThorough
