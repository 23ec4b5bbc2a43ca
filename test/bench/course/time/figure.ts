// Errors of rules as a picture: per rule a line over four fifths, a bar over half and a tick at the median of told over
// recorded time, on a logarithmic scale. Plain SVG, readable on light and dark.

const WIDTH = 760
const LEFT = 190
const ROW = 30
const TOP = 60
const SCALE = [0.5, 0.6, 0.8, 1, 1.25, 1.6, 2, 2.5]

export interface ErrorRow {
  rule: string
  /** told over recorded time at 10, 25, 50, 75 and 90 % */
  shares: number[]
}

export function drawErrors(rows: readonly ErrorRow[], over: string): string {
  const height = TOP + rows.length * ROW + 40
  const [low, high] = [Math.log(SCALE[0]), Math.log(SCALE[SCALE.length - 1])]
  const x = (ratio: number): number =>
    Math.round(
      (LEFT + ((Math.min(high, Math.max(low, Math.log(ratio))) - low) / (high - low)) * (WIDTH - LEFT - 20)) * 10,
    ) / 10
  const bottom = TOP + rows.length * ROW
  const grid = SCALE.map(
    (ratio) =>
      `<line x1="${x(ratio)}" x2="${x(ratio)}" y1="${TOP - 8}" y2="${bottom}" stroke="${ratio === 1 ? '#333' : '#ccc'}"/>` +
      `<text x="${x(ratio)}" y="${bottom + 18}" text-anchor="middle">${ratio}</text>`,
  )
  const bars = rows.map(({ rule, shares }, i) => {
    const y = TOP + i * ROW + ROW / 2
    const colour = i === 0 ? '#0b6e4f' : '#7a7a7a'
    return (
      `<text x="${LEFT - 10}" y="${y + 4}" text-anchor="end"${i === 0 ? ' font-weight="bold"' : ''}>${rule}</text>` +
      `<line x1="${x(shares[0])}" x2="${x(shares[4])}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="2"/>` +
      `<rect x="${x(shares[1])}" y="${y - 7}" width="${Math.round((x(shares[3]) - x(shares[1])) * 10) / 10}" height="14" fill="${colour}"/>` +
      `<line x1="${x(shares[2])}" x2="${x(shares[2])}" y1="${y - 9}" y2="${y + 9}" stroke="#fff" stroke-width="3"/>`
    )
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="12" y="22" font-size="15" font-weight="bold">Told over recorded moving time, ${over}</text>`,
    `<text x="12" y="40">tick: median; bar: middle half; line: middle four fifths; every person weighs the same</text>`,
    ...grid,
    ...bars,
    '</svg>\n',
  ].join('\n')
}
