import { bankSettings } from '../../shared/bank-files/bank-settings.ts';
import type { BankLine } from '../../shared/bank-files/bank-flows.ts';
import { writeBankFiles } from '../../shared/bank-files/split-entries.ts';
import { print, ratio, timeOf, type Line } from './measure.ts';

const settings = bankSettings.parse({
  destination: '091000019',
  destinationName: 'US BANK',
  origin: '1411234567',
  originName: 'WELLPORT INC',
  companyName: 'WELLPORT INC',
  companyId: '1411234567',
  odfi: '091000019',
});

const linesOf = (count: number): BankLine[] =>
  Array.from({ length: count }, (_, place) => ({
    key: `K${String(place).padStart(14, '0')}`,
    name: `MEMBER NUMBER ${place}`,
    routingNumber: '091000019',
    accountNumber: String(10_000_000 + place),
    accountType: 'checking' as const,
    amount: 2500 + (place % 500),
  }));

const instant = new Date('2026-11-20T16:00:00Z');

// both end as bytes, since a string that was only put together has not been written yet
const written = (lines: BankLine[]): number => {
  let bytes = 0;
  const batch = { flow: 'memberReimbursement' as const, effectiveDate: '2026-11-23', lines };
  for (const { text } of writeBankFiles(settings, [batch], { instant })) bytes += Buffer.from(text).length;
  return bytes;
};

/** The baseline: as many lines of the same width, put together as strings and nothing else. */
const plain = (lines: BankLine[]): number => {
  const records: string[] = [];
  for (const [place, line] of lines.entries())
    records.push(
      `622${line.routingNumber}${line.accountNumber.padEnd(17)}${String(line.amount).padStart(10, '0')}${line.key.padEnd(15)}${line.name.padEnd(22)}  009100001${String(place).padStart(7, '0')}`,
    );
  return Buffer.from(records.join('\n')).length;
};

/** Time of a bank file per entry against plain string building, and what 100,000 entries add to memory. */
export async function benchBankFiles(): Promise<Line[]> {
  const results: Line[] = [];
  for (const count of [10_000, 100_000]) {
    const lines = linesOf(count);
    // the fastest of many turns each: what else the machine does only ever makes a run slower
    let [ours, base] = [Infinity, Infinity];
    for (let run = 0; run < 30; run++) {
      ours = Math.min(
        ours,
        timeOf(() => written(lines)),
      );
      base = Math.min(
        base,
        timeOf(() => plain(lines)),
      );
    }
    results.push(
      ratio(
        `a file of ${count.toLocaleString('en-US')} entries, time per entry to plain strings`,
        ours,
        base,
        3,
      ),
    );
  }
  const lines = linesOf(100_000);
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  written(lines);
  const grown = (process.memoryUsage().rss - before) / 1024 / 1024;
  results.push({
    what: 'memory growth for 100,000 entries',
    value: `${grown.toFixed(0)} MB`,
    bound: 'under 100 MB',
    holds: grown < 100,
  });
  print('Bank files', results);
  return results;
}
