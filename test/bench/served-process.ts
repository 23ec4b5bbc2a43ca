// Servers of benches as processes of their own, asked over kept connections, with their processor time.

import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request as send } from 'node:http'
import { fileURLToPath } from 'node:url'

export interface Served {
  api: string
  pid: number
  /** Resolves when the process has ended. */
  stop(): Promise<void>
}

export interface Question {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}

/** The service as `npm start` runs it, on free ports, saying only what goes wrong. */
export function startServer(environment: Record<string, string>): Promise<Served> {
  return startProcess(['src/main.ts'], {
    ...{ API_PORT: '0', SITE_PORT: '0', LOG_LEVEL: 'warn' },
    ...environment,
  })
}

/** `command`: a file with its flags, run by this Node.js; it is up when it prints `ready ADDRESS`. */
export async function startProcess(command: readonly string[], environment: Record<string, string>): Promise<Served> {
  const child = spawn(process.execPath, command, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  const api = await new Promise<string>((ready, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      const address = /^ready (http\S+)/m.exec((text += chunk.toString()))
      if (address !== null) ready(address[1])
    })
    child.once('exit', (status) => reject(new Error(`${command.at(-1)} ended with ${status}`)))
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { api, pid: child.pid!, stop }
}

/** User and system time of all its threads so far, in milliseconds. */
export function cpuMsOf(pid: number): number {
  let ns = 0
  for (const thread of readdirSync(`/proc/${pid}/task`))
    ns += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
  return ns / 1e6
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** The body of the answer. Throws Error where the status is not 200. */
export function ask({ api }: Served, { method, path, body }: Question, headers: object = {}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? null : Buffer.from(JSON.stringify(body))
    const request = send(`${api}${path}`, {
      method,
      agent,
      headers: {
        ...headers,
        ...(text === null ? {} : { 'content-type': 'application/json', 'content-length': text.length }),
      },
    })
    request.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const whole = Buffer.concat(parts)
        if (response.statusCode === 200) resolve(whole)
        else reject(new Error(`${response.statusCode} for ${path}: ${whole.toString().slice(0, 500)}`))
      })
    })
    request.on('error', reject)
    request.end(text)
  })
}

export const endConnections = (): void => agent.destroy()
