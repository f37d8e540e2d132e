import { existsSync, globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** What vitest's JSON report says of a run. */
interface Report {
  testResults: { name: string; assertionResults: { status: string }[] }[];
}

/** Every test file there is; vitest.config.ts takes the same. */
const allTestFiles = (): string[] => globSync('test/**/*.test.{ts,tsx}').toSorted();

/**
 * What is left out of a run that is less than all tests of all files, a sentence; undefined when everything ran and
 * passed. It goes by what ran, whatever was asked for.
 */
export function leftOutOf(reportFile: string, files: readonly string[] = allTestFiles()): string | undefined {
  if (!existsSync(reportFile)) return 'the tests did not run';
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const ran = new Map(testResults.map((file) => [relative('.', file.name), file.assertionResults]));
  const missing = files.filter((file) => !ran.has(file));
  if (missing.length > 0) return `${missing.length} of ${files.length} test files did not run`;
  const others = [...ran.values()].flat().filter(({ status }) => status !== 'passed').length;
  return others > 0 ? `${others} tests did not pass` : undefined;
}
