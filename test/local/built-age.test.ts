import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { oldBuild } from '../../infra/local/built-site.ts';

it('a built site warns when a source is newer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wellport-age-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [built, web] = [join(folder, 'dist'), join(folder, 'web')];
  const write = (path: string, at: number) => {
    writeFileSync(path, '');
    utimesSync(path, at, at);
  };
  for (const value of [built, join(web, 'site')]) mkdirSync(value, { recursive: true });
  write(join(built, 'index.html'), 2000);
  write(join(web, 'site/Page.tsx'), 1000);
  expect(oldBuild(built, web)).toBeUndefined();
  write(join(web, 'site/Page.tsx'), 3000);
  expect(oldBuild(built, web)).toContain('is older than');
});
