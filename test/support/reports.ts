import { existsSync, globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** JSON report of vitest, as far as it is read here. */
interface Report {
  testResults: {
    name: string;
    /** Failure to load the file. */
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

const filesOf = (reports: readonly string[]): Report['testResults'] =>
  reports
    .filter((report) => existsSync(report))
    .flatMap((report) => (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults);

/** Same as in vitest.config.ts. */
const allTestFiles = (): string[] =>
  globSync('test/**/*.test.{ts,tsx}')
    // a check of its own, without handlers
    .filter((file) => !file.startsWith('test/documents/'))
    .toSorted();

/** Describes files or tests that did not run or pass in any of the reports; undefined if all passed. */
export function incompleteRun(
  reports: readonly string[],
  files: readonly string[] = allTestFiles(),
): string | undefined {
  const results = filesOf(reports);
  if (results.length === 0) return 'the tests did not run';
  const ran = new Set(results.map(({ name }) => relative('.', name)));
  const missing = files.filter((file) => !ran.has(file));
  if (missing.length > 0) return `${missing.length} of ${files.length} test files did not run`;
  const others = results.flatMap((file) => file.assertionResults).filter(({ status }) => status !== 'passed');
  return others.length > 0 ? `${others.length} tests did not pass` : undefined;
}

/** Counts of tests. A file that does not load is one failed test. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export function countsOf(report: string): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { message, assertionResults } of filesOf([report])) {
    const before = counts.failed;
    for (const { status } of assertionResults)
      counts[status === 'passed' || status === 'failed' ? status : 'skipped'] += 1;
    if (message && counts.failed === before) counts.failed += 1;
  }
  return counts;
}

/** Returns one line for each failed test and each file that did not load, with the start of its message. */
export function failedTests(report: string): string[] {
  return filesOf([report]).flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [first = ''] }) => `${fullName}: ${first}`);
    const lines = failed.length === 0 && message ? [message] : failed;
    return lines.map((line) => `${relative('.', name)}: ${line.slice(0, 600)}`);
  });
}

/** Returns the longest test files with their seconds, longest first. */
export function longestFiles(reports: readonly string[], count = 12): string[] {
  return filesOf(reports)
    .map(({ name, startTime, endTime }) => ({
      name: relative('.', name),
      seconds: Math.round((endTime - startTime) / 1000),
    }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${name} ${seconds} s`);
}
