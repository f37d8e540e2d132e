import { existsSync, globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The JSON report of vitest. */
interface Report {
  testResults: { name: string; assertionResults: { status: string }[] }[];
}

/** Every test file there is; vitest.config.ts takes the same. */
const allTestFiles = (): string[] => globSync('test/**/*.test.{ts,tsx}').toSorted();

/**
 * Returns a description of an incomplete run: files or tests that did not run. Undefined if all ran and passed.
 */
export function incompleteRun(
  reportFile: string,
  files: readonly string[] = allTestFiles(),
): string | undefined {
  if (!existsSync(reportFile)) return 'the tests did not run';
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const ran = new Map(testResults.map((file) => [relative('.', file.name), file.assertionResults]));
  const missing = files.filter((file) => !ran.has(file));
  if (missing.length > 0) return `${missing.length} of ${files.length} test files did not run`;
  const others = [...ran.values()].flat().filter(({ status }) => status !== 'passed').length;
  return others > 0 ? `${others} tests did not pass` : undefined;
}
