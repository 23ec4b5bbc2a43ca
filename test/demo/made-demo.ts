// The files of the demo region, made once for a run of the tests; to be read only.

import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeDemo, type Demo } from '../../src/demo/make-demo.ts'
import { onceARun } from '../support/prepared-regions.ts'
import { readDemo, type ReadDemo } from './read-demo.ts'

let reading: Promise<ReadDemo> | undefined

export async function madeDemo(): Promise<Demo> {
  const folder = await onceARun('demo-files', async (building) => {
    writeFileSync(join(building, 'demo.json'), JSON.stringify(await makeDemo(building)))
  })
  const { pbfPath, demPaths, example } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as Demo
  const moved = (path: string) => join(folder, basename(path))
  return { pbfPath: moved(pbfPath), demPaths: demPaths.map(moved), example }
}

/** What is in them. */
export function readMadeDemo(): Promise<ReadDemo> {
  reading ??= madeDemo().then(({ pbfPath, demPaths }) => readDemo(pbfPath, demPaths[0]))
  return reading
}
