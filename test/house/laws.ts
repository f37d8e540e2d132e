import { posix } from 'node:path';
import { endpoints } from '../../shared/contract.ts';
import { importsOf, type Source } from './sources.ts';

/** An architecture rule: its violations in a set of files, and counterexamples that prove the test. */
export interface Law {
  sentence: string;
  layers: readonly string[];
  breaches: (files: readonly Source[]) => string[];
  broken: readonly Source[];
}

/** Returns the target of an import: a path of the project, or a package name. */
const target = (path: string, imported: string): string =>
  imported.startsWith('.') ? posix.join(posix.dirname(path), imported) : imported;

const wrongImports = (
  files: readonly Source[],
  allowed: (target: string, path: string) => boolean,
): string[] =>
  files.flatMap(({ path, text }) =>
    importsOf(text)
      .map((imported) => target(path, imported))
      .filter((one) => !allowed(one, path))
      .map((one) => `${path} imports ${one}`),
  );

const pathsOf = (files: readonly Source[], breaks: (file: Source) => boolean): string[] =>
  files.filter(breaks).map(({ path }) => path);

const broken = (path: string, ...lines: string[]): Source => ({ path, text: `${lines.join('\n')}\n` });

/** Area folders: those of the contract, and bank accounts, which other areas' endpoints save. */
const areaFolders = new Set([...endpoints.map(({ area }) => area), 'bank-accounts']);

/** Folders of a layer besides its areas. */
const frames: Readonly<Record<string, RegExp>> = {
  shared: /^$/,
  functions: /^(platform|table)$/,
  // member: its URL path is the scope of the access pass
  web: /^(app|member|platform|prerender|public|routes|shell|theme|ui)$/,
  test: /^(bench|cloud|demo|house|infra|journeys|local|operate|platform|support|table|web)$/,
};

/** Returns files outside of area folders and the frame of their layer. */
const outsideAreas = ({ path }: Source): boolean => {
  const [layer = '', folder = '', ...rest] = path.split('/');
  return rest.length > 0 && !areaFolders.has(folder) && !frames[layer]?.test(folder);
};

const timeAndChance =
  /new Date(\(\)|;)|Date\.now\b|performance\.now|Math\.random|(?<![.\w])((window|globalThis)\.)?(set|clear)(Timeout|Interval|Immediate)\(|AbortSignal\.timeout|from '(node:)?timers|randomUUID|getRandomValues|from 'ulid'|random(Bytes|Int|Fill)[^;]*from '(node:)?crypto'/;

/** Modules that read time and randomness from the machine, one per layer. */
const seams = [
  'functions/platform/time-and-chance.ts',
  'web/platform/time-and-chance.ts',
  'infra/local/time-and-chance.ts',
];

export const laws: Law[] = [
  {
    sentence: 'shared is pure: it imports zod and itself',
    layers: ['shared'],
    breaches: (files) => wrongImports(files, (one) => one === 'zod' || one.startsWith('shared/')),
    broken: [broken('shared/money.ts', "import { readFileSync } from 'node:fs';")],
  },
  {
    sentence: 'shared asks for no time, no chance, no process and no network',
    layers: ['shared'],
    breaches: (files) =>
      pathsOf(files, ({ text }) => timeAndChance.test(text) || /process\.|fetch\(/.test(text)),
    broken: [broken('shared/money.ts', 'export const today = () => new Date();')],
  },
  {
    sentence: 'an area has the same folder name in every layer',
    layers: ['shared', 'functions', 'web', 'test'],
    breaches: (files) => pathsOf(files, outsideAreas),
    broken: [
      broken('functions/clubs/list.ts', ''),
      broken('web/facility-manager/pages.ts', ''),
      broken('test/payroll/payroll.test.ts', ''),
    ],
  },
  {
    sentence: 'zod is imported whole, since its named export doubles a bundle',
    layers: ['shared', 'functions', 'web'],
    breaches: (files) => pathsOf(files, ({ text }) => /import \{[^}]*\bz\b[^}]*\} from 'zod'/.test(text)),
    broken: [broken('web/app/form.tsx', "import { z } from 'zod';")],
  },
  {
    sentence: 'functions know shared and themselves, never web or infra',
    layers: ['functions'],
    breaches: (files) => wrongImports(files, (one) => !/^(web|infra|test)\//.test(one)),
    broken: [broken('functions/site/answer.ts', "import { pages } from '../../web/site/pages.ts';")],
  },
  {
    sentence: 'web knows shared and itself, never functions or infra',
    layers: ['web'],
    breaches: (files) => wrongImports(files, (one) => !/^(functions|infra|test)\//.test(one)),
    broken: [broken('web/site/Page.tsx', "import { keys } from '../../functions/table/keys.ts';")],
  },
  {
    sentence: 'the AWS SDK appears only in the platform, the table and the stores',
    layers: ['shared', 'functions', 'web'],
    breaches: (files) =>
      wrongImports(
        files,
        (one, path) =>
          !one.startsWith('@aws-sdk/') ||
          /^functions\/(platform|table)\//.test(path) ||
          path.endsWith('store.ts'),
      ),
    broken: [broken('functions/site/save.ts', "import { S3Client } from '@aws-sdk/client-s3';")],
  },
  {
    sentence: 'nothing scans',
    layers: ['functions'],
    breaches: (files) => pathsOf(files, ({ text }) => /ScanCommand|paginateScan/.test(text)),
    broken: [broken('functions/site/store.ts', 'client.send(new ScanCommand({ TableName }));')],
  },
  {
    sentence: 'no file makes one scroll',
    layers: ['shared', 'functions', 'infra', 'web'],
    breaches: (files) => pathsOf(files, ({ text }) => text.split('\n').length - 1 > 200),
    broken: [broken('shared/money.ts', ...Array.from({ length: 201 }, () => '// a line'))],
  },
  {
    sentence: 'time and chance come from one place a layer, which a test can play',
    layers: ['functions', 'web', 'infra'],
    breaches: (files) =>
      pathsOf(files, ({ path, text }) => !seams.includes(path) && timeAndChance.test(text)),
    broken: [
      broken('functions/site/save.ts', 'const id = crypto.randomUUID();'),
      broken('web/site/Page.tsx', 'setTimeout(close, 500);'),
      broken('infra/local/worker.ts', 'const began = Date.now();'),
      broken('web/ui/Popup.tsx', 'const timer = window.setTimeout(close, 500);'),
      broken('functions/site/captcha.ts', 'const signal = AbortSignal.timeout(5000);'),
      broken('functions/users/code.ts', "import { createHash, randomInt } from 'node:crypto';"),
    ],
  },
  {
    sentence: 'only tests play time and chance',
    layers: ['functions', 'web', 'infra'],
    breaches: (files) =>
      pathsOf(files, ({ path, text }) => !seams.includes(path) && text.includes('playTimeAndChance')),
    broken: [broken('functions/site/save.ts', 'playTimeAndChance({ milliseconds: () => 0 });')],
  },
  {
    sentence: 'no drawer for everything',
    layers: ['shared', 'functions', 'infra', 'web', 'test'],
    breaches: (files) =>
      pathsOf(files, ({ path }) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.)/.test(path)),
    broken: [broken('web/ui/helpers.ts', '')],
  },
  {
    sentence: 'no mark of unfinished work',
    layers: ['shared', 'functions', 'infra', 'web', 'test'],
    breaches: (files) =>
      pathsOf(
        files,
        ({ path, text }) =>
          path !== 'test/house/laws.ts' &&
          /\b(TODO|FIXME|XXX)\b|lorem ipsum|@ts-ignore|\bas any\b|\b(it|test|describe)\.(skip|only|todo)\b/.test(
            text,
          ),
      ),
    broken: [broken('test/site/page.test.ts', "it.skip('works', () => {});")],
  },
  {
    // `:has()` is evaluated for the whole page when an element is added; print styles are exempt
    sentence: 'no style asks the whole page what is in it',
    layers: ['web'],
    breaches: (files) =>
      pathsOf(
        files.filter(({ path }) => path !== 'web/theme/print.css'),
        ({ path, text }) =>
          path.endsWith('.css') && /(^|[\s,(])(html|body|:root|#root|main)[^\s,{]*:has\((?!>)/m.test(text),
      ),
    broken: [broken('web/theme/base.css', "html:has([data-mode='dark']) {", '}')],
  },
];
