import { benchBankFiles } from './bank-files.ts';
import { benchBundles } from './bundles.ts';
import { benchFirefox } from './firefox.ts';
import { benchInteractions } from './interactions.ts';
import { benchLayout } from './layout.ts';
import { withCloud, type Line } from './measure.ts';
import { benchPages } from './pages.ts';

// npm run bench: ratios against a baseline of the same run, cost per request, layout shift, interactions, and
// Lighthouse.
// `-- lists` runs one benchmark; `-- --long` uses large sizes and adds a walk through every menu in Firefox.
const long = process.argv.includes('--long');
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isSelected = (name: string) => names.length === 0 || names.includes(name);

// write the log lines of handlers nowhere: they cost more than the requests
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (text: string | Uint8Array) => String(text).startsWith('{"level":') || write(text);

async function benchTable(): Promise<Line[]> {
  // modules read their environment when they are loaded, after the local cloud has set it
  const { benchBankRuns } = await import('./bank-runs.ts');
  const { benchGeneration } = await import('./generation.ts');
  const { benchRanges } = await import('./ranges.ts');
  const { benchCostUnits } = await import('./cost-units.ts');
  const { benchIntegrations } = await import('./integrations.ts');
  const { benchLimits } = await import('./limits.ts');
  const { benchLists } = await import('./lists.ts');
  return [
    ...(isSelected('bank-runs') ? await benchBankRuns(long ? [3000, 100_000] : undefined) : []),
    ...(isSelected('generation') ? await benchGeneration(long ? 100_000 : 10_000) : []),
    ...(isSelected('ranges') ? await benchRanges(long ? 100_000 : 10_000) : []),
    ...(isSelected('cost') ? await benchCostUnits() : []),
    ...(isSelected('integrations') ? await benchIntegrations(long ? 2000 : 200) : []),
    ...(isSelected('limits') ? await benchLimits() : []),
    ...(isSelected('lists') ? await benchLists(long ? [1000, 100_000, 1_000_000] : [1000, 100_000]) : []),
  ];
}

const lines = [
  ...(isSelected('bundles') ? await benchBundles() : []),
  ...(isSelected('bank-files') ? await benchBankFiles() : []),
  ...(isSelected('layout') ? await benchLayout() : []),
  ...(isSelected('interactions') ? await benchInteractions() : []),
  ...(isSelected('pages') ? await benchPages({ desktop: long }) : []),
  ...(long && isSelected('firefox') ? await benchFirefox() : []),
  ...(names.every((name) =>
    ['bundles', 'bank-files', 'layout', 'interactions', 'pages', 'firefox'].includes(name),
  ) && names.length > 0
    ? []
    : await withCloud(benchTable)),
];
const bounds = lines.filter(({ bound }) => bound !== undefined);
const missed = bounds.filter(({ holds }) => !holds);
console.log(`\n${bounds.length - missed.length} of ${bounds.length} bounds hold`);
process.exit(missed.length > 0 ? 1 : 0);
