// A Redis (or Valkey) of its own on a free port, without a file.

import { spawn, spawnSync } from 'node:child_process'
import { freePorts } from './free-ports.ts'

const PROGRAM = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0)
/** Debian: redis-server. */
export const HAS_REDIS = PROGRAM !== undefined

export interface RedisServer {
  url: string
  /** begins again on the same port, empty */
  start(): Promise<void>
  stop(): Promise<void>
}

export async function startRedis(): Promise<RedisServer> {
  const [port] = await freePorts(1)
  let stop = async (): Promise<void> => {}
  const start = async (): Promise<void> => {
    const child = spawn(PROGRAM!, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => chunk.includes('eady to accept connections') && resolve())
      child.once('exit', (status) => reject(new Error(`${PROGRAM} ended with ${status}`)))
    })
    stop = () => {
      child.kill('SIGKILL')
      return ended
    }
  }
  await start()
  return { url: `redis://127.0.0.1:${port}`, start, stop: () => stop() }
}
