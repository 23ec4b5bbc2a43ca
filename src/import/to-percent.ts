// Shares as percentages for people.

/** Never rounded up to 100 %. */
export function toPercent(share: number): string {
  const percent = Math.floor(share * 1000) / 10
  return share > 0 && percent === 0 ? 'less than 0.1 %' : `${percent} %`
}
