// The files of the demo region, made once for all test files of a worker; to be read only.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDemo, type Demo } from '../../src/demo/make-demo.ts'
import { readDemo, type ReadDemo } from './read-demo.ts'

let making: Promise<Demo> | undefined
let reading: Promise<ReadDemo> | undefined

export function madeDemo(): Promise<Demo> {
  if (making === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'waypost-made-demo-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    making = makeDemo(folder)
  }
  return making
}

/** What is in them. */
export function readMadeDemo(): Promise<ReadDemo> {
  reading ??= madeDemo().then(({ pbfPath, demPaths }) => readDemo(pbfPath, demPaths[0]))
  return reading
}
