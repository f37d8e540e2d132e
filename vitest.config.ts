import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { memoryEnvironment } from './test/support/memory/environment.ts';
import { rightsPlugin } from './test/support/permissions/plugin.ts';
import { legalMarkdown } from './web/site/legal/legal-markdown.ts';
import { filesOfProjects, type Project } from './test/support/projects.ts';

const files = filesOfProjects();

const project = (
  name: Project,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({ extends: true, test: { name, include: files[name], ...test } });

const onEngines = {
  globalSetup: ['test/support/global-setup.ts'],
  setupFiles: ['test/support/start-over.ts', 'test/support/setup.ts'],
};
const inMemory = {
  env: memoryEnvironment(),
  setupFiles: ['test/support/start-over.ts', 'test/support/memory/setup.ts', 'test/support/setup.ts'],
};

export default defineConfig({
  plugins: [rightsPlugin, legalMarkdown()],
  test: {
    projects: [
      project('rules', {}),
      project('documents', {}),
      // CLOUD=local compares the cloud in memory with the local engines
      project('handlers', process.env.CLOUD === 'local' ? onEngines : inMemory),
      project('engines', onEngines),
      project('journeys', onEngines),
      project('pages', onEngines),
      project('python', onEngines),
    ],
    isolate: false,
    pool: 'forks',
    // one more than two processors, because tests wait for browsers and engines
    maxWorkers: 3,
    // generous for slow machines
    testTimeout: 400_000,
    hookTimeout: 400_000,
    expect: { poll: { timeout: 30_000 } },
    // retries browser timeouts once and nothing else; the page is printed
    retry: { count: 1, condition: /^(locator|page)\.\w+: Timeout \d+ms exceeded/ },
  },
});
