// Token buckets of all replicas in Redis or Valkey: a hash each, which ends when the bucket is full. Times are the
// server's. The names share a hash tag, so that one script may touch several of them in a cluster.

import { createClient } from '@redis/client'
import type { BucketStore } from '../src/metering/shared-buckets.ts'

const PREFIX = '{waypost}:bucket:'
const CONNECT_TIMEOUT_MS = 3000
const MOST_RECONNECT_MS = 2000

const EXCHANGE = `
local time = redis.call('TIME')
local now = time[1] + time[2] / 1e6
local left = {}
for i, key in ipairs(KEYS) do
  local taken, capacity, per_s = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
  local held = redis.call('HMGET', key, 'tokens', 'at_s')
  local tokens = capacity
  if held[1] then
    tokens = math.min(capacity, tonumber(held[1]) + math.max(0, now - tonumber(held[2])) * per_s)
  end
  left[i] = string.format('%.6f', math.min(capacity, tokens - taken))
  redis.call('HSET', key, 'tokens', left[i], 'at_s', string.format('%.6f', now))
  redis.call('PEXPIRE', key, math.ceil((capacity - left[i]) / per_s * 1000) + 1000)
end
return left`

/** Connects at once, and again whenever the connection breaks; until then every exchange fails. */
export function createRedisBuckets(url: string): BucketStore {
  const client = createClient({
    // Valkey speaks the same protocol under a scheme of its own
    url: url.replace(/^valkey/, 'redis'),
    name: 'waypost',
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (tries) => Math.min(MOST_RECONNECT_MS, 50 * 2 ** Math.min(tries, 10)),
    },
  })
  // why it is offline; an exchange only hears that it is
  let fault: unknown = null
  client.on('error', (thrown) => (fault = thrown))
  client.on('ready', () => (fault = null))
  client.connect().catch(() => undefined)
  return {
    async exchange(changes) {
      const given = {
        keys: changes.map(({ name }) => PREFIX + name),
        arguments: changes.flatMap(({ taken, capacity, perS }) => [taken, capacity, perS].map(String)),
      }
      const left = await client.eval(EXCHANGE, given).catch((thrown: unknown) => {
        throw fault ?? thrown
      })
      return (left as string[]).map(Number)
    },
    close: async () => client.destroy(),
  }
}
