import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bankSettings } from '../../shared/bank-files/bank-settings.ts';
import type { BankPayment } from '../../shared/bank-files/bank-flows.ts';
import { scanNachaFile } from '../../shared/bank-files/nacha/check-file.ts';
import { writeBankFiles } from '../../shared/bank-files/split-entries.ts';
import { print, ratio, timeOf, type Line } from './measure.ts';

const runs = 7;

/** CPU milliseconds of moov-io/ach for the same files, or the reason why it did not run. */
function besideMoov(files: readonly Uint8Array[]): { read: number; write: number } | { missing: string } {
  const folder = mkdtempSync(join(tmpdir(), 'wellport-moov-'));
  try {
    for (const [index, bytes] of files.entries())
      writeFileSync(join(folder, `${String(index).padStart(3, '0')}.ach`), bytes);
    const go = spawnSync('go', ['run', '.', folder, String(runs)], {
      cwd: join(import.meta.dirname, 'moov'),
      encoding: 'utf8',
    });
    if (go.error) return { missing: 'Go is not installed here' };
    if (go.status !== 0)
      return { missing: `moov-io/ach could not run: ${go.stderr.trim().split('\n').at(-1)}` };
    return JSON.parse(go.stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The CPU milliseconds of the fastest of several runs, as moov's are taken. */
function cpuOf(work: () => unknown): number {
  let best = Infinity;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

const settings = bankSettings.parse({
  destination: '091000019',
  destinationName: 'US BANK',
  origin: '1411234567',
  originName: 'WELLPORT INC',
  companyName: 'WELLPORT INC',
  companyId: '1411234567',
  odfi: '091000019',
});

const linesOf = (count: number): BankPayment[] =>
  Array.from({ length: count }, (_, index) => ({
    key: `K${String(index).padStart(14, '0')}`,
    name: `MEMBER NUMBER ${index}`,
    routingNumber: '091000019',
    accountNumber: String(10_000_000 + index),
    accountType: 'checking' as const,
    amount: 2500 + (index % 500),
  }));

const instant = new Date('2026-11-20T16:00:00Z');

// both end as bytes, since a string that was only put together has not been written yet
const written = (payments: BankPayment[]): number => {
  let bytes = 0;
  const batch = { bankFlow: 'memberReimbursement' as const, effectiveDate: '2026-11-23', payments };
  for (const { text } of writeBankFiles(settings, [batch], { instant })) bytes += Buffer.from(text).length;
  return bytes;
};

const plain = (payments: BankPayment[]): number => {
  const records: string[] = [];
  for (const [index, line] of payments.entries())
    records.push(
      `622${line.routingNumber}${line.accountNumber.padEnd(17)}${String(line.amount).padStart(10, '0')}${line.key.padEnd(15)}${line.name.padEnd(22)}  009100001${String(index).padStart(7, '0')}`,
    );
  return Buffer.from(records.join('\n')).length;
};

function compared(payments: BankPayment[]): Line[] {
  const batch = { bankFlow: 'memberReimbursement' as const, effectiveDate: '2026-11-23', payments };
  const files = [...writeBankFiles(settings, [batch], { instant })].map(({ text }) => Buffer.from(text));
  const scan = () => {
    for (const bytes of files)
      if (!scanNachaFile(bytes)) throw new Error('a file that was written is not read');
  };
  const before = process.memoryUsage().rss;
  scan();
  const grown = (process.memoryUsage().rss - before) / 1024 / 1024;
  const memory: Line = {
    what: 'memory growth for reading 100,000 entries',
    value: `${grown.toFixed(0)} MB`,
    bound: 'under 100 MB',
    holds: grown < 100,
  };
  const moov = besideMoov(files);
  if ('missing' in moov) return [memory, { what: 'beside moov-io/ach', value: `not run: ${moov.missing}` }];
  return [
    memory,
    ratio('reading and checking 100,000 entries, CPU to moov-io/ach v1.31.5', cpuOf(scan), moov.read, 0.5),
    ratio(
      'writing 100,000 entries, CPU to moov-io/ach v1.31.5',
      cpuOf(() => written(payments)),
      moov.write,
      0.8,
    ),
  ];
}

export async function benchBankFiles(): Promise<Line[]> {
  const results: Line[] = [];
  for (const count of [10_000, 100_000]) {
    const payments = linesOf(count);
    // the fastest of many turns each: what else the machine does only ever makes a run slower
    let [ours, base] = [Infinity, Infinity];
    for (let run = 0; run < 30; run++) {
      ours = Math.min(
        ours,
        timeOf(() => written(payments)),
      );
      base = Math.min(
        base,
        timeOf(() => plain(payments)),
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
  const payments = linesOf(100_000);
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  written(payments);
  const grown = (process.memoryUsage().rss - before) / 1024 / 1024;
  results.push({
    what: 'memory growth for 100,000 entries',
    value: `${grown.toFixed(0)} MB`,
    bound: 'under 100 MB',
    holds: grown < 100,
  });
  results.push(...compared(payments));
  print('Bank files', results);
  return results;
}
