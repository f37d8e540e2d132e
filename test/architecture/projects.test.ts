import { expect, it } from 'vitest';
import { affected, engineTests, filesOfProjects } from '../support/projects.ts';
import { withoutLog } from '../support/steps.ts';

it('runs each file in the list of engine tests on the engines', () => {
  const { engines } = filesOfProjects();
  const listed = Object.values(engineTests).flat();
  expect(listed.filter((name) => !engines.includes(`test/${name}.test.ts`))).toEqual([]);
});

it('checks structure, the nearest tests, and the nearest bundles of a changed file', () => {
  const ofField = affected(['shared/partners/partner.ts']);
  expect(ofField.tests).toEqual(
    expect.arrayContaining(['test/architecture/rules.test.ts', 'test/architecture/contract.test.ts']),
  );
  expect(ofField.tests.some((file) => file.startsWith('test/partners/'))).toBe(true);
  expect(ofField.omitted.length).toBeGreaterThan(50);
  expect(affected(['functions/partners/handlers/partners.ts']).handlers).toContain('partners/get');
  const ofPage = affected(['web/employees/EmployeesPage.tsx']);
  expect(ofPage.tests).toContain('test/architecture/pages.test.ts');
  expect(ofPage.pageTests).toEqual(['test/employees/employees-page.test.ts']);
  expect(affected(['docs/cost.md'])).toEqual({
    tests: [],
    pageTests: [],
    handlers: [],
    linted: [],
    omitted: [],
  });
});

it('prints no log of a handler, also after the dots of a reporter', () => {
  expect(withoutLog('··{"level":"info","message":"request"}')).toBe('··');
  expect(withoutLog('{"_aws":{}}')).toBeUndefined();
  expect(withoutLog('Tests 3 passed')).toBe('Tests 3 passed');
});
