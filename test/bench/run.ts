import { benchBankFiles } from './bank-files.ts';
import { benchBundles } from './bundles.ts';
import { benchChanged } from './changed.ts';
import { benchFirstVisits } from './first-visits.ts';
import { benchHouse } from './house.ts';
import { benchLocator } from './locator.ts';
import { benchMutants } from './mutants.ts';
import { benchMoovVerdicts } from './moov-verdicts.ts';
import { benchPages } from './pages.ts';
import { benchRefusals } from './refusals.ts';
import { benchSynth } from './synth.ts';
import { benchWholeTests } from './whole-tests.ts';
import { withCloud } from './with-cloud.ts';

// npm run bench: ratios against a baseline of the same run, and Lighthouse on every public page. `-- --long` adds a list
// of a million rows, a download of 200,000, 10,000 histories of sending and of a bank, and the pages at a desk; `--minutes=30` ends the
// histories after so long, and the next run goes on where it ended.
const long = process.argv.includes('--long');
const minutes = Number(/^--minutes=(\d+)$/m.exec(process.argv.join('\n'))?.[1] ?? Infinity);
const only = process.argv.slice(2).filter((word) => !word.startsWith('--'));
/** Of mutants: `-- --long mutants functions/bank-files`. */
const packages = only.filter((word) => word.includes('/'));
const wanted = (name: string) => only.length === 0 || only.includes(name);

const lines = [
  ...(wanted('house') ? benchHouse() : []),
  ...(wanted('bundles') ? await benchBundles() : []),
  ...(wanted('bank-files') ? await benchBankFiles() : []),
  ...(wanted('moov-verdicts') ? benchMoovVerdicts() : []),
  ...(long && wanted('changed') ? benchChanged() : []),
  ...(long && wanted('mutants') ? benchMutants(packages.length > 0 ? packages : undefined, minutes) : []),
  ...(long && wanted('whole-tests') ? benchWholeTests() : []),
  ...(wanted('locator') ? await benchLocator() : []),
  ...(wanted('refusals') ? await benchRefusals() : []),
  ...(wanted('synth') ? benchSynth() : []),
  ...(wanted('first-visits') ? await benchFirstVisits() : []),
  ...(wanted('pages') ? await benchPages({ desktop: long }) : []),
  ...(await withCloud(async () => {
    // they read their environment when they are loaded, which the cloud has set by now
    const { benchGeneration } = await import('./generation.ts');
    const { benchBankRuns } = await import('./bank-runs.ts');
    const { benchCostUnits } = await import('./cost-units.ts');
    const { benchDownloads } = await import('./downloads.ts');
    const { benchGrid } = await import('./grid.ts');
    const { benchLists } = await import('./lists.ts');
    const { benchMembersList } = await import('./members-list.ts');
    const { benchInterleavings, benchRandomMoves, benchRandomSending } = await import('./random-sending.ts');
    const { benchRandomBank } = await import('./random-bank.ts');
    const { benchReturnFiles } = await import('./return-files.ts');
    const { benchPasses } = await import('./passes.ts');
    const { benchRosters, rosterParts } = await import('./rosters.ts');
    const { benchVouchers } = await import('./vouchers.ts');
    const rosterSizes = long
      ? { leavers: 5000, kills: 200, rows: 200_000, members: 180_000 }
      : { leavers: 100, kills: 10, rows: 2000, members: 1800 };
    const voucherSizes = long
      ? { vouchers: 10_000, kills: 200, rounds: 1000, pages: [100, 100_000] }
      : { vouchers: 200, kills: 10, rounds: 5, pages: [100, 1000] };
    return [
      ...(wanted('bank-runs') ? await benchBankRuns(long ? [3000, 100_000] : undefined) : []),
      ...(wanted('generation') ? await benchGeneration(long ? 100_000 : 10_000) : []),
      ...(await benchRosters(
        rosterSizes,
        rosterParts.filter((part) => wanted('rosters') || only.includes(part)),
      )),
      ...(wanted('vouchers') ? await benchVouchers(voucherSizes) : []),
      ...(long && wanted('random-sending') ? await benchRandomSending(10_000, minutes) : []),
      ...(long && wanted('random-moves') ? await benchRandomMoves(10_000, minutes) : []),
      ...(long && wanted('random-bank') ? await benchRandomBank(10_000, minutes) : []),
      ...(wanted('return-files') ? await benchReturnFiles(long ? [1000, 10_000] : [100, 1000]) : []),
      ...(long && wanted('interleavings') ? await benchInterleavings(5_000, minutes) : []),
      ...(wanted('passes') ? await benchPasses(60) : []),
      ...(wanted('cost') ? await benchCostUnits() : []),
      ...(wanted('grid') ? await benchGrid(20_000) : []),
      ...(long && wanted('downloads') ? await benchDownloads(200_000) : []),
      ...(wanted('members-list') ? await benchMembersList([1000, long ? 100_000 : 10_000]) : []),
      ...(wanted('lists') ? await benchLists(long ? [1000, 100_000, 1_000_000] : [1000, 100_000]) : []),
    ];
  })),
];
const bounds = lines.filter(({ bound }) => bound !== undefined);
const missed = bounds.filter(({ holds }) => !holds);
console.log(`\n${bounds.length - missed.length} of ${bounds.length} bounds hold`);
process.exit(missed.length > 0 ? 1 : 0);
