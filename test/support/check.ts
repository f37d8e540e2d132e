import { bin, check, step } from './steps.ts';

// npm run check: the whole project without tests. `-- --changed` adds the tests of rules, handlers, and infrastructure
// that import a changed file.
const outcomes = await check();
if (process.argv.includes('--changed')) {
  const projects = ['rules', 'handlers'].flatMap((project) => ['--project', project]);
  const options = ['run', '--changed', '--passWithNoTests', '--reporter=dot', ...projects];
  outcomes.push(await step('Tests', bin('vitest'), options));
}
process.exit(outcomes.every(({ ok }) => ok) ? 0 : 1);
