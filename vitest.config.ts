import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**', 'node_modules/**'],
    pool: 'forks',
    // files of one worker share its modules: 144 s of processor time -> 89 s over 54 files
    isolate: false,
    // Node runs the files as it runs the service, without a transform: 99 s of processor time -> 89 s over test/routing
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // by default one core is left idle, which on two is half of them
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ['test/support/prepared-regions.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
