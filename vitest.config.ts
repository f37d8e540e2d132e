import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { rightsPlugin } from './test/support/permissions/plugin.ts';

export default defineConfig({
  plugins: [rightsPlugin],
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    // architecture rules need no engines; `npm run check -- --changed` sets the variable for them
    globalSetup: process.env.WITHOUT_ENGINES ? [] : ['test/support/global-setup.ts'],
    isolate: false,
    setupFiles: ['test/support/start-over.ts', 'test/support/setup.ts'],
    pool: 'forks',
    // one more than two processors, because tests wait for browsers and engines
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // generous for slow machines
    testTimeout: 400_000,
    hookTimeout: 400_000,
    expect: { poll: { timeout: 30_000 } },
    // retries browser timeouts once and nothing else; the page is printed
    retry: { count: 1, condition: /^(locator|page)\.\w+: Timeout \d+ms exceeded/ },
  },
});
