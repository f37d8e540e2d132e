import { describe, expect, it } from 'vitest';
import { posix } from 'node:path';
import { importsOf, sources } from './sources.ts';

/** The room that an import leads to, or the package's name. */
const target = (path: string, imported: string): string =>
  imported.startsWith('.') ? posix.join(posix.dirname(path), imported) : imported;

const wrong = (
  files: ReturnType<typeof sources>,
  allowed: (target: string, path: string) => boolean,
): string[] =>
  files.flatMap(({ path, text }) =>
    importsOf(text)
      .map((imported) => target(path, imported))
      .filter((one) => !allowed(one, path))
      .map((one) => `${path} imports ${one}`),
  );

describe('the laws of the house', () => {
  it('shared is pure: it imports zod and itself, and asks for no time and no chance', () => {
    const files = sources('shared');
    expect(files.length).toBeGreaterThan(20);
    expect(wrong(files, (one) => one === 'zod' || one.startsWith('shared/'))).toEqual([]);
    const impure = files.filter(({ text }) =>
      /new Date\(\)|Date\.now\(|Math\.random\(|process\.|fetch\(/.test(text),
    );
    expect(impure.map(({ path }) => path)).toEqual([]);
  });

  it('zod is imported whole, since its named export doubles a bundle', () => {
    const named = sources('shared', 'functions', 'web').filter(({ text }) =>
      /import \{[^}]*\bz\b[^}]*\} from 'zod'/.test(text),
    );
    expect(named.map(({ path }) => path)).toEqual([]);
  });

  it('functions know shared and themselves, never web or infra', () => {
    expect(wrong(sources('functions'), (one) => !/^(web|infra|test)\//.test(one))).toEqual([]);
  });

  it('web knows shared and itself, never functions or infra', () => {
    expect(wrong(sources('web'), (one) => !/^(functions|infra|test)\//.test(one))).toEqual([]);
  });

  it('the AWS SDK appears only in the platform, the table and the stores', () => {
    const allowed = (path: string) =>
      /^functions\/(platform|table)\//.test(path) || path.endsWith('store.ts') || path.startsWith('infra/');
    expect(
      wrong(
        sources('functions', 'web', 'shared'),
        (one, path) => !one.startsWith('@aws-sdk/') || allowed(path),
      ),
    ).toEqual([]);
  });

  it('only the table and the stores read or write the table', () => {
    const touching = sources('functions').filter(
      ({ path, text }) =>
        !/^functions\/(platform|table)\//.test(path) &&
        !path.endsWith('store.ts') &&
        /(Get|Put|Update|Delete|Query|Scan|BatchGet|BatchWrite|TransactWrite)(Item)?Command/.test(text),
    );
    expect(touching.map(({ path }) => path)).toEqual([]);
  });

  it('nothing scans', () => {
    const scanning = sources('functions').filter(({ text }) => /ScanCommand|paginateScan/.test(text));
    expect(scanning.map(({ path }) => path)).toEqual([]);
  });

  it('no file makes one scroll', () => {
    const long = sources('shared', 'functions', 'infra', 'web')
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > 200);
    expect(long).toEqual([]);
  });

  it('functions take time and chance from one place, which a test can play', () => {
    const elsewhere = sources('functions').filter(
      ({ path, text }) =>
        path !== 'functions/platform/time-and-chance.ts' &&
        /new Date\(\)|Date\.now\b|performance\.now|Math\.random|set(Timeout|Interval|Immediate)\(|node:timers|randomUUID|getRandomValues|from 'ulid'|randomBytes[^;]*from 'node:crypto'/.test(
          text,
        ),
    );
    expect(elsewhere.map(({ path }) => path)).toEqual([]);
    const playing = sources('functions', 'infra').filter(({ text }) => text.includes('playTimeAndChance'));
    expect(playing.map(({ path }) => path)).toEqual(['functions/platform/time-and-chance.ts']);
  });

  it('pages read and write through the hooks of web/app, which name the endpoint', () => {
    const bare = sources('web').filter(
      ({ path, text }) =>
        !path.startsWith('web/app/') &&
        // the map's own picture files
        path !== 'web/facilities/map/land.ts' &&
        /\bcallApi\b|from 'swr|\bfetch\(|XMLHttpRequest/.test(text),
    );
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  it('no drawer for everything, and no mark of unfinished work', () => {
    const files = sources('shared', 'functions', 'infra', 'web', 'test');
    expect(files.filter(({ path }) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.)/.test(path))).toEqual([]);
    const marks =
      /\b(TODO|FIXME|XXX)\b|lorem ipsum|@ts-ignore|\bas any\b|\b(it|test|describe)\.(skip|only|todo)\b/;
    const marked = files.filter(({ path, text }) => path !== 'test/house/laws.test.ts' && marks.test(text));
    expect(marked.map(({ path }) => path)).toEqual([]);
  });
});
