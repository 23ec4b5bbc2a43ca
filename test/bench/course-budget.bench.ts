// Budget mode on artificial lines of 50,000 points that are hard for it: deviation, proven bound, their ratio and the
// time of one run each, without HTTP. `npm run bench -- course-budget [NAME [KEEP,KEEP...]]`. `<<<` marks a ratio over
// 1.05, more than 2 s of processor time, or an answer worse than Douglas-Peucker's.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { measure } from '../../src/course/simplify/line-choice.ts'
import { readCourse } from '../../src/course/read-course.ts'
import { simplifyToBudget } from '../../src/course/simplify/simplify-line.ts'
import { splitToBudget } from '../../src/course/simplify/split-line.ts'
import { toUnitVectors } from '../../src/course/simplify/sphere-arc.ts'
const N = 50000
const rng = (seed: number) => {
  let s = seed >>> 0
  return () => (s = (Math.imul(s, 1664525) + 1013904223) >>> 0) / 2 ** 32
}
const gauss = (r: () => number) => Math.sqrt(-2 * Math.log(1 - r())) * Math.cos(2 * Math.PI * r())
type P = [number, number]
const lines: Record<string, () => P[]> = {
  'straight uniform': () => {
    const r = rng(1)
    return Array.from({ length: N }, (_, i): P => [7 + i * 2e-5, 46 + (r() - 0.5) * 1e-4])
  },
  'straight gauss': () => {
    const r = rng(2)
    return Array.from({ length: N }, (_, i): P => [7 + i * 2e-5, 46 + gauss(r) * 5e-5])
  },
  'straight xy noise': () => {
    const r = rng(3)
    return Array.from({ length: N }, (_, i): P => [7 + i * 2e-6 + gauss(r) * 5e-5, 46 + gauss(r) * 5e-5])
  },
  circle: () =>
    Array.from(
      { length: N },
      (_, i): P => [7 + 0.1 * Math.cos((i / N) * 2 * Math.PI), 46 + 0.07 * Math.sin((i / N) * 2 * Math.PI)],
    ),
  'circle noise': () => {
    const r = rng(4)
    return Array.from(
      { length: N },
      (_, i): P => [
        7 + 0.1 * Math.cos((i / N) * 2 * Math.PI) + gauss(r) * 1e-5,
        46 + 0.07 * Math.sin((i / N) * 2 * Math.PI) + gauss(r) * 1e-5,
      ],
    )
  },
  'circles 100': () =>
    Array.from(
      { length: N },
      (_, i): P => [7 + 0.1 * Math.cos((i / 500) * 2 * Math.PI), 46 + 0.07 * Math.sin((i / 500) * 2 * Math.PI)],
    ),
  spiral: () =>
    Array.from(
      { length: N },
      (_, i): P => [
        7 + 2e-6 * i * Math.cos((i / 500) * 2 * Math.PI),
        46 + 1.4e-6 * i * Math.sin((i / 500) * 2 * Math.PI),
      ],
    ),
  scatter: () => {
    const r = rng(5)
    return Array.from({ length: N }, (): P => [7 + r() * 0.1, 46 + r() * 0.07])
  },
  'scatter gauss': () => {
    const r = rng(6)
    return Array.from({ length: N }, (): P => [7 + gauss(r) * 0.001, 46 + gauss(r) * 0.0007])
  },
  'random walk': () => {
    const r = rng(7)
    let a = 7,
      b = 46
    return Array.from({ length: N }, (): P => [(a += gauss(r) * 1e-5), (b += gauss(r) * 7e-6)])
  },
  'random walk 2': () => {
    const r = rng(2)
    let a = 7,
      b = 46
    return Array.from({ length: N }, (): P => [(a += gauss(r) * 1e-5), (b += gauss(r) * 7e-6)])
  },
  'random walk 4': () => {
    const r = rng(4)
    let a = 7,
      b = 46
    return Array.from({ length: N }, (): P => [(a += gauss(r) * 1e-5), (b += gauss(r) * 7e-6)])
  },
  zigzag: () => Array.from({ length: N }, (_, i): P => [7 + i * 2e-5, 46 + (i % 2) * 1e-4]),
  sine: () => Array.from({ length: N }, (_, i): P => [7 + i * 2e-5, 46 + 0.01 * Math.sin(i / 300)]),
  straight: () => Array.from({ length: N }, (_, i): P => [7 + i * 2e-5, 46]),
}
// recordings of one point a second, where they are at hand
const folder = join(process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../shared/data'), 'hikes')
if (existsSync(folder)) {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.gpx'))) {
    lines[`recorded ${file.slice(0, 9)}`] = () => {
      const { lon, lat, partStart } = readCourse({ gpx: readFileSync(join(folder, file), 'utf8') }, { points: 50_000 })
      return Array.from({ length: partStart[1] }, (_, i): P => [lon[i], lat[i]])
    }
  }
}
const only = process.argv[3]
const keeps = (process.argv[4] ?? '2,4,10,100,1000,5000').split(',').map(Number)
for (const [name, make] of Object.entries(lines)) {
  if (only && !name.includes(only)) continue
  const p = make()
  const v = toUnitVectors(
    p.map((q) => q[0]),
    p.map((q) => q[1]),
  )
  for (const keep of keeps) {
    const t = performance.now()
    const before = process.cpuUsage()
    const c = simplifyToBudget(v, [[0, p.length - 1]], keep - 1)
    const ms = performance.now() - t
    const used = process.cpuUsage(before)
    const cpuMs = (used.user + used.system) / 1000
    const ratio = c.maxDeviationM / c.provenBoundM
    const split = splitToBudget(v, [[0, p.length - 1]], keep - 1, { left: 1e9 })
    const times = measure(v, [[0, p.length - 1]], split) / c.maxDeviationM
    console.log(
      `${name.padEnd(18)} keep ${String(keep).padStart(5)} dev ${c.maxDeviationM.toFixed(4).padStart(10)} bound ${c.provenBoundM.toFixed(4).padStart(10)} ratio ${ratio.toFixed(3)} ${ms.toFixed(0)} ms (processor ${cpuMs.toFixed(0)}), Douglas-Peucker ${times.toFixed(2)} times ${(c.maxDeviationM > 2e-6 && ratio > 1.05) || cpuMs > 2000 || times < 1 ? '  <<<' : ''}`,
    )
  }
}
