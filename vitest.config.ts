import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

/** The day (UTC), or with THOROUGH=1 another one each time. */
function seedOfRun(): string {
  if (process.env.THOROUGH === '1') return String(Math.floor(Math.random() * 2 ** 31))
  return new Date().toISOString().slice(0, 10).replaceAll('-', '')
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**', '**/node_modules/**'],
    pool: 'forks',
    // files of one worker share its modules: 144 s of processor time -> 89 s over 54 files
    isolate: false,
    // Node runs the files as it runs the service, without a transform: 99 s of processor time -> 89 s over test/routing
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // many files mostly wait for a server, a browser or a timeout, so there is one worker more than cores; two more
    // took 887 s instead of 802
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    ...(process.env.PROCESSOR_TIMES === undefined ? {} : { runner: './test/support/processor-times.ts' }),
    // modules are compiled once for all workers and the servers that they start
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), SEED: process.env.SEED ?? seedOfRun() },
    setupFiles: ['test/support/run-seed.ts'],
    globalSetup: ['prepared-regions', 'shared-server', 'test-database'].map((name) => `test/support/${name}.ts`),
    testTimeout: 120_000,
    // a test that asserts nothing fails; what happens at once on a quiet machine may take long on a busy one
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    // the first file waits until a region is imported
    hookTimeout: 240_000,
  },
})
