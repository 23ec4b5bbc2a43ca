import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    // one graphql for all: vite would pick its development build, Node gives the packages the other
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**', 'node_modules/**'],
    pool: 'forks',
    // files of one worker share its modules: 144 s of processor time -> 89 s over 54 files
    isolate: false,
    // by default one core is left idle, which on two is half of them
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ['test/support/prepared-demo.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
