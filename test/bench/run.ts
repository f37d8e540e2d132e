import { benchBankFiles } from './bank-files.ts';
import { benchBundles } from './bundles.ts';
import { benchGeneration } from './generation.ts';
import { benchLists } from './lists.ts';
import { benchLocator } from './locator.ts';
import { withCloud } from './with-cloud.ts';

// npm run bench: ratios against a baseline of the same run. `-- --long` adds a list of a million rows.
const long = process.argv.includes('--long');
const only = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const wanted = (name: string) => only.length === 0 || only.includes(name);

const lines = [
  ...(wanted('bundles') ? await benchBundles() : []),
  ...(wanted('bank-files') ? await benchBankFiles() : []),
  ...(wanted('locator') ? await benchLocator() : []),
  ...(await withCloud(async () => [
    ...(wanted('generation') ? await benchGeneration() : []),
    ...(wanted('lists') ? await benchLists(long ? [1000, 100_000, 1_000_000] : [1000, 100_000]) : []),
  ])),
];
const missed = lines.filter(({ holds }) => holds === false);
console.log(`\n${lines.length - missed.length} of ${lines.length} bounds hold`);
process.exit(missed.length > 0 ? 1 : 0);
