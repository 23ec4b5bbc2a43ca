// OpenStack Swift with its S3 interface, on free ports and in a temporary folder: a store that we did not write, which
// checks AWS Signature Version 4. It has one storage node, in three processes, behind a proxy.

import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '../../src/storage/objects/open-store.ts'
import { writeText } from '../../src/storage/objects/object-store.ts'
import { freePorts } from './free-ports.ts'

/** Debian's, for which python3-swift is installed. */
const PYTHON = '/usr/bin/python3'
const BUCKET = 'maps'
const READY_WITHIN_MS = 120_000
const SERVERS = ['account', 'container', 'object', 'proxy'] as const
type Server = (typeof SERVERS)[number]

/** Objects have their metadata in extended attributes. */
const PROBE = `
import os, swift.proxy, tempfile
with tempfile.NamedTemporaryFile() as file: os.setxattr(file.name, 'user.swift', b'x')`
/** Which devices have what: for each of the three kinds there is one. */
const MAKE_RINGS = `
import sys
from swift.common.ring import RingBuilder
folder, *nodes = sys.argv[1:]
for name, port in (node.split(':') for node in nodes):
    ring = RingBuilder(part_power=4, replicas=1, min_part_hours=0)
    ring.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=int(port), device='disk', weight=1))
    ring.rebalance()
    ring.get_ring().save(f'{folder}/{name}.ring.gz')`
/** As the programs swift-*-server do, but with a swift.conf that is not in /etc. */
const START = `
import sys
from swift.common import utils, wsgi
folder, name = sys.argv[1:]
utils.set_swift_dir(folder)
sys.exit(wsgi.run_wsgi(f'{folder}/{name}.conf', f'{name}-server', verbose=True))`

/** Debian: python3-swift. */
export const HAS_SWIFT =
  spawnSync(PYTHON, ['-c', PROBE], { stdio: 'ignore', env: { ...process.env, TMPDIR: tmpdir() } }).status === 0

export const SWIFT_KEYS = {
  AWS_ACCESS_KEY_ID: 'waypost:writer',
  AWS_SECRET_ACCESS_KEY: 'a-secret/with+signs=',
  AWS_REGION: 'eu-central-1',
}

export interface SwiftStore {
  url: string
  /** its only bucket, as an address of a store */
  address: string
  /** SIGKILL to the process that has the objects, and its start on the same port */
  killObjects(): Promise<void>
  startObjects(): Promise<void>
  stop(): Promise<void>
}

export async function startSwift(): Promise<SwiftStore> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-swift-'))
  const ports = Object.fromEntries((await freePorts(SERVERS.length)).map((port, i) => [SERVERS[i], port])) as Record<
    Server,
    number
  >
  mkdirSync(join(folder, 'devices', 'disk'), { recursive: true })
  writeFileSync(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = waypost\n')
  for (const name of SERVERS) writeFileSync(join(folder, `${name}.conf`), configurationOf(name, ports[name], folder))
  const nodes = SERVERS.slice(0, 3).map((name) => `${name}:${ports[name]}`)
  execFileSync(PYTHON, ['-c', MAKE_RINGS, folder, ...nodes])
  const running = new Map<Server, ChildProcess>()
  const start = async (name: Server): Promise<void> => {
    const child = spawn(PYTHON, ['-c', START, folder, name], { stdio: ['ignore', 'ignore', 'pipe'] })
    running.set(name, child)
    await waitUntilReady(name, child, ports[name])
  }
  const kill = async (name: Server): Promise<void> => {
    const child = running.get(name)
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  const stop = async (): Promise<void> => {
    await Promise.all(SERVERS.map(kill))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  const url = `http://127.0.0.1:${ports.proxy}`
  try {
    await Promise.all(SERVERS.map(start))
    // PUT without a key makes a bucket
    await writeText(openStore(`s3+${url}`, SWIFT_KEYS), BUCKET, '')
  } catch (thrown) {
    await stop()
    throw thrown
  }
  return {
    url,
    address: `s3+${url}/${BUCKET}`,
    killObjects: () => kill('object'),
    startObjects: () => start('object'),
    stop,
  }
}

function configurationOf(name: Server, port: number, folder: string): string {
  const filters = name === 'proxy' ? 'healthcheck cache s3api tempauth bulk slo' : 'healthcheck'
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION } = SWIFT_KEYS
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
devices = ${join(folder, 'devices')}
user = ${userInfo().username}
mount_check = false
disable_fallocate = true
log_level = WARNING
# one process, which is the one that is started
workers = 0

[pipeline:main]
pipeline = ${filters} ${name}-server

[app:${name}-server]
use = egg:swift#${name}
${name === 'proxy' ? PROXY_SETTINGS : ''}
[filter:healthcheck]
use = egg:swift#healthcheck

# asked for, but not needed: nothing listens on this port
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9

[filter:s3api]
use = egg:swift#s3api
location = ${AWS_REGION}

[filter:tempauth]
use = egg:swift#tempauth
user_${AWS_ACCESS_KEY_ID.replace(':', '_')} = ${AWS_SECRET_ACCESS_KEY} .admin

[filter:bulk]
use = egg:swift#bulk

[filter:slo]
use = egg:swift#slo
`
}

/** A node that was killed is asked again at once, not a minute later. */
const PROXY_SETTINGS = `account_autocreate = true
error_suppression_limit = 1000000
`

async function waitUntilReady(name: Server, child: ChildProcess, port: number): Promise<void> {
  let said = ''
  child.stderr!.on('data', (chunk: Buffer) => (said = `${said}${String(chunk)}`.slice(-2000)))
  const address = `http://127.0.0.1:${port}/healthcheck`
  const untilMs = performance.now() + READY_WITHIN_MS
  while (performance.now() < untilMs) {
    if (child.exitCode !== null) throw new Error(`Swift's ${name} server ended with ${child.exitCode}: ${said}`)
    const response = await fetch(address, { signal: AbortSignal.timeout(5000) }).catch(() => null)
    if (response?.ok) return
    await sleep(50)
  }
  throw new Error(`Swift's ${name} server does not answer: ${said}`)
}
