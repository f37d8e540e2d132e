import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, inputsWithCode } from '../../infra/build/bundle.ts';
import { mostBytes } from '../../infra/build/library-trims.ts';
import { affected } from './projects.ts';
import { check, checkFiles } from './steps.ts';

/** Changed lines of imports and exports. */
const otherImports = /^[+-]\s*(?:import\b|export\b|\} from|(?:type )?\w+,$)|^[+-].*\bimport\(/m;

// npm run check: the whole project without tests. `-- --changed` checks what differs from the last commit, with the tests
// of structure, the nearest tests of rules, handlers, and pages, and the sizes of the nearest handlers.
const outcomes = process.argv.includes('--changed') ? await checkChanged() : await check();
process.exit(outcomes.every(({ ok }) => ok) ? 0 : 1);

async function checkChanged() {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' });
  const lines = (...args: string[]) =>
    git(...args)
      .split('\n')
      .filter(Boolean);
  const added = lines('ls-files', '-o', '--exclude-standard');
  const changed = [...lines('diff', '--name-only', 'HEAD'), ...added];
  const existing = changed.filter((file) => existsSync(file));
  const isListed = existing.length < changed.length || added.length > 0;
  const difference = git('diff', '-U0', 'HEAD');
  const parts = affected(changed, difference);
  const [checked, ok] = await Promise.all([
    checkFiles(existing, parts, isListed || otherImports.test(difference)),
    sizesHold(parts.handlers),
  ]);
  if (parts.omitted.length > 0)
    console.log(`\n${parts.omitted.length} other test files import the changes: npm test runs them.`);
  return [...checked, { ok }];
}

/** Bundles handlers; reports whether each is within the limit of its kind. */
async function sizesHold(handlers: readonly string[]): Promise<boolean> {
  if (handlers.length === 0) return true;
  const folder = mkdtempSync(join(tmpdir(), 'wellport-sizes-'));
  try {
    const { outputs } = await bundle(handlers, { folder });
    const heavy = Object.entries(outputs).flatMap(([file, { bytes, inputs }]) => {
      const handler = /([^/]+\/[^/]+)\/index\.mjs$/.exec(file)?.[1] ?? file;
      const most = mostBytes(handler, inputsWithCode(inputs));
      return bytes > most ? [`  ${handler} has ${bytes} bytes, at most ${most}`] : [];
    });
    console.log(
      ['\n— Sizes', ...heavy, `  ${heavy.length === 0 ? 'good' : 'FAILED'}: ${handlers.join(', ')}`].join(
        '\n',
      ),
    );
    return heavy.length === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
