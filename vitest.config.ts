import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { rightsPlugin } from './test/support/rights/plugin.ts';

export default defineConfig({
  plugins: [rightsPlugin],
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    // rules need no engines: `npm run check -- --changed` says when that is all that runs
    globalSetup: process.env.WITHOUT_ENGINES ? [] : ['test/support/global-setup.ts'],
    isolate: false,
    setupFiles: ['test/support/begin-anew.ts', 'test/support/setup.ts'],
    pool: 'forks',
    // one more than the two processors that they are meant for: tests wait for browsers and engines
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // generous, since a slow machine is no fault; nothing waits longer than it must
    testTimeout: 400_000,
    hookTimeout: 400_000,
    expect: { poll: { timeout: 30_000 } },
    // retries browser timeouts once and nothing else; the page is printed
    retry: { count: 1, condition: /^(locator|page)\.\w+: Timeout \d+ms exceeded/ },
  },
});
