import { defineConfig } from 'vitest/config'

// The journeys in each engine: `npm run test:engines`. One app for all of them, a file for each engine.
export default defineConfig({
  test: {
    include: ['tests/engines/**/*.test.ts'],
    globalSetup: 'tests/engines/server.ts',
    maxWorkers: 2,
    // A slow machine is not a wrong answer.
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
})
