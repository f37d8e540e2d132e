import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { trialBankSettings } from '../../../shared/bank-files/trial-bank-settings.ts';
import { withMutants } from './mutate.ts';

const collect = new URL('collect.ts', import.meta.url).pathname;
const { files } = JSON.parse(readFileSync(process.env.MUTANT_LIST ?? '', 'utf8')) as {
  files: Record<string, number>;
};
const ids = new Map(Object.entries(files));
const withEngines = process.env.MUTANT_ENGINES === 'yes';

/** Puts the mutants into the sources, and lets their tests be collected instead of run. */
export default defineConfig({
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      transform(code, id) {
        const path = relative(process.cwd(), id.split('?')[0] ?? '');
        const firstId = ids.get(path);
        if (firstId !== undefined) return { code: withMutants(path, code, firstId).code, map: null };
        const isCollected = /^test\/(?!bench\/).*\.ts$/.test(path);
        return isCollected
          ? { code: code.replace(/from 'vitest'/g, `from '${collect}'`), map: null }
          : undefined;
      },
    },
  ],
  test: {
    include: [`test/bench/mutants/${withEngines ? 'run-files' : 'run'}.ts`],
    globalSetup: withEngines ? ['test/support/global-setup.ts'] : [],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 100_000_000,
    // what a mutant breaks may fail after its test
    dangerouslyIgnoreUnhandledErrors: true,
    setupFiles: [],
    // a source is kept by its text, and says nothing of the package whose mutants were put into it
    fsModuleCache: false,
    // files that want engines read it while they are loaded
    env: withEngines ? {} : { BANK_SETTINGS: JSON.stringify(trialBankSettings({ oneAdministrator: true })) },
  },
});
