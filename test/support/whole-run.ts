import { existsSync, globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

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

const readReport = (file: string): Report => JSON.parse(readFileSync(file, 'utf8'));

/** Same as in vitest.config.ts. */
const allTestFiles = (): string[] => globSync('test/**/*.test.{ts,tsx}').toSorted();

/** Describes files or tests that did not run; undefined if all passed. */
export function incompleteRun(
  reportFile: string,
  files: readonly string[] = allTestFiles(),
): string | undefined {
  if (!existsSync(reportFile)) return 'the tests did not run';
  const { testResults } = readReport(reportFile);
  const ran = new Map(testResults.map((file) => [relative('.', file.name), file.assertionResults]));
  const missing = files.filter((file) => !ran.has(file));
  if (missing.length > 0) return `${missing.length} of ${files.length} test files did not run`;
  const others = [...ran.values()].flat().filter(({ status }) => status !== 'passed').length;
  return others > 0 ? `${others} tests did not pass` : undefined;
}

/** Returns one line for each failed test and each file that did not load, with the start of its message. */
export function failedTests(reportFile: string): string[] {
  if (!existsSync(reportFile)) return [];
  return readReport(reportFile).testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [first = ''] }) => `${fullName}: ${first}`);
    const lines = failed.length === 0 && message ? [message] : failed;
    return lines.map((line) => `${relative('.', name)}: ${line.slice(0, 600)}`);
  });
}

/** Returns the longest test files with their seconds, longest first. */
export function longestFiles(reportFile: string, count = 12): string[] {
  if (!existsSync(reportFile)) return [];
  return readReport(reportFile)
    .testResults.map(({ name, startTime, endTime }) => ({
      name: relative('.', name),
      seconds: Math.round((endTime - startTime) / 1000),
    }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${name} ${seconds} s`);
}
