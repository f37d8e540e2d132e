import { expect, it } from 'vitest';
import { engineTests, filesOfProjects } from '../support/projects.ts';

it('runs each file in the list of engine tests on the engines', () => {
  const { engines } = filesOfProjects();
  const listed = Object.values(engineTests).flat();
  expect(listed.filter((name) => !engines.includes(`test/${name}.test.ts`))).toEqual([]);
});
