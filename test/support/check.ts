import { changedFiles, checkChanged } from './changed.ts';
import { check } from './steps.ts';

// npm run check: the whole project. `-- --changed`: the difference to the last commit.
const isChanged = process.argv.includes('--changed');
if (isChanged && changedFiles().length === 0) console.log('Nothing differs from the last commit.');
const outcomes = isChanged ? await checkChanged() : await check();
process.exit(outcomes.every(({ ok }) => ok) ? 0 : 1);
