import { posix } from 'node:path';
import { endpoints } from '../../shared/contracts/all.ts';
import { importsOf, type Source } from './sources.ts';

/** An architecture rule with counterexamples that prove its test. */
export interface Rule {
  message: string;
  remedy: string;
  layers: readonly string[];
  violations: (files: readonly Source[]) => string[];
  counterexamples: readonly Source[];
}

const target = (path: string, imported: string): string =>
  imported.startsWith('.') ? posix.join(posix.dirname(path), imported) : imported;

const wrongImports = (
  files: readonly Source[],
  allowed: (target: string, path: string) => boolean,
): string[] =>
  files.flatMap(({ path, text }) =>
    importsOf(text)
      .map((imported) => target(path, imported))
      .filter((file) => !allowed(file, path))
      .map((file) => `${path} imports ${file}`),
  );

const pathsOf = (files: readonly Source[], breaks: (file: Source) => boolean): string[] =>
  files.filter(breaks).map(({ path }) => path);

const source = (path: string, ...lines: string[]): Source => ({ path, text: `${lines.join('\n')}\n` });

/** Statements of modules that affect only what the module itself exports. */
const ownEffects = new Set([
  'afterLoading',
  'fieldMetadata',
  'meanings',
  'onNewProcess',
  'plainClient',
  'registerStdFonts',
]);

const areaFolders = new Set([...endpoints.map(({ area }) => area), 'bank-accounts']);

const frames: Readonly<Record<string, RegExp>> = {
  shared: /^contracts$/,
  functions: /^(platform|table|workers)$/,
  // member: its URL path is the scope of the access pass
  web: /^(app|member|platform|prerender|public|routes|shell|theme|ui)$/,
  test: /^(architecture|bench|cloud|demo|documents|infra|journeys|local|operate|platform|simulation|support|table|web)$/,
};

const outsideAreas = ({ path }: Source): boolean => {
  const [layer = '', folder = '', ...rest] = path.split('/');
  return rest.length > 0 && !areaFolders.has(folder) && !frames[layer]?.test(folder);
};

const timeAndChance =
  /new Date(\(\)|;)|Date\.now\b|performance\.now|Math\.random|(?<![.\w])((window|globalThis)\.)?(set|clear)(Timeout|Interval|Immediate)\(|AbortSignal\.timeout|from '(node:)?timers|randomUUID|getRandomValues|from 'ulid'|random(Bytes|Int|Fill)[^;]*from '(node:)?crypto'/;

const seams = [
  'functions/platform/time-and-chance.ts',
  'web/platform/time-and-chance.ts',
  'infra/local/tools/time-and-chance.ts',
];

export const rules: Rule[] = [
  {
    message: 'shared imports only zod and itself',
    remedy: 'Move code with other imports to functions or web, or pass its result as a parameter.',
    layers: ['shared'],
    violations: (files) => wrongImports(files, (file) => file === 'zod' || file.startsWith('shared/')),
    counterexamples: [source('shared/money.ts', "import { readFileSync } from 'node:fs';")],
  },
  {
    message: 'shared reads no clock, random value, environment, or network',
    remedy: 'Pass the time, the ID, or the setting as a parameter.',
    layers: ['shared'],
    violations: (files) =>
      pathsOf(files, ({ text }) => timeAndChance.test(text) || /process\.|fetch\(/.test(text)),
    counterexamples: [source('shared/money.ts', 'export const today = () => new Date();')],
  },
  {
    message: 'an area has the same folder name in every layer',
    remedy:
      'Move the file to the folder of its area in shared/contracts/all.ts, or to a permitted frame folder.',
    layers: ['shared', 'functions', 'web', 'test'],
    violations: (files) => pathsOf(files, outsideAreas),
    counterexamples: [
      source('functions/clubs/list.ts', ''),
      source('web/facility-manager/pages.ts', ''),
      source('test/payroll/payroll.test.ts', ''),
    ],
  },
  {
    message: 'zod is imported as a namespace',
    remedy: "Write `import * as z from 'zod'`: the named export doubles the size of a bundle.",
    layers: ['shared', 'functions', 'web'],
    violations: (files) => pathsOf(files, ({ text }) => /import \{[^}]*\bz\b[^}]*\} from 'zod'/.test(text)),
    counterexamples: [source('web/app/form.tsx', "import { z } from 'zod';")],
  },
  {
    message: 'functions import neither web nor infra',
    remedy: 'Move shared code to shared/<area>.',
    layers: ['functions'],
    violations: (files) => wrongImports(files, (file) => !/^(web|infra|test)\//.test(file)),
    counterexamples: [source('functions/site/reply.ts', "import { pages } from '../../web/site/pages.ts';")],
  },
  {
    message: 'web imports neither functions nor infra',
    remedy: 'Move shared code to shared/<area>, or call an endpoint.',
    layers: ['web'],
    violations: (files) => wrongImports(files, (file) => !/^(functions|infra|test)\//.test(file)),
    counterexamples: [source('web/site/Page.tsx', "import { keys } from '../../functions/table/keys.ts';")],
  },
  {
    message: 'only the platform, the table, and stores import the AWS SDK',
    remedy: 'Move the request to a `…store.ts` of the area or to functions/platform.',
    layers: ['shared', 'functions', 'web'],
    violations: (files) =>
      wrongImports(
        files,
        (file, path) =>
          !file.startsWith('@aws-sdk/') ||
          /^functions\/(platform|table)\//.test(path) ||
          path.endsWith('store.ts'),
      ),
    counterexamples: [source('functions/site/save.ts', "import { S3Client } from '@aws-sdk/client-s3';")],
  },
  {
    message: 'no function scans the table',
    remedy: 'Query a partition or a list (functions/table/list.ts).',
    layers: ['functions'],
    violations: (files) => pathsOf(files, ({ text }) => /ScanCommand|paginateScan/.test(text)),
    counterexamples: [source('functions/site/store.ts', 'client.send(new ScanCommand({ TableName }));')],
  },
  {
    // bundles contain only modules with a used export (infra/build/bundle.ts)
    message: 'an import has no effects beyond the exports of its module',
    remedy: 'Call a function where the effect is needed.',
    layers: ['shared', 'functions'],
    violations: (files) =>
      pathsOf(
        files,
        ({ path, text }) =>
          path !== 'functions/platform/frozen-prototypes.ts' &&
          (/^(for|if|while|try) ?[({]/m.test(text) ||
            [...text.matchAll(/^([a-z]\w*)[.(]/gim)].some(([, name = '']) => !ownEffects.has(name))),
      ),
    counterexamples: [
      source('functions/site/save.ts', "globalThis.name = 'x';"),
      source('shared/site/form.ts', 'register(form);'),
      source('shared/site/form.ts', 'for (const form of forms) register(form);'),
    ],
  },
  {
    message: 'no file exceeds 350 lines',
    remedy: 'Split the file by subject.',
    layers: ['shared', 'functions', 'infra', 'web'],
    violations: (files) => pathsOf(files, ({ text }) => text.split('\n').length - 1 > 350),
    counterexamples: [source('shared/money.ts', ...Array.from({ length: 351 }, () => '// a line'))],
  },
  {
    message: 'time and randomness come from one module per layer',
    remedy: "Import time, timers, and random values from the layer's time-and-chance.ts.",
    layers: ['functions', 'web', 'infra'],
    violations: (files) =>
      pathsOf(files, ({ path, text }) => !seams.includes(path) && timeAndChance.test(text)),
    counterexamples: [
      source('functions/site/save.ts', 'const id = crypto.randomUUID();'),
      source('web/site/Page.tsx', 'setTimeout(close, 500);'),
      source('infra/local/worker.ts', 'const began = Date.now();'),
      source('web/ui/Popup.tsx', 'const timer = window.setTimeout(close, 500);'),
      source('functions/site/captcha.ts', 'const signal = AbortSignal.timeout(5000);'),
      source('functions/users/code.ts', "import { createHash, randomInt } from 'node:crypto';"),
    ],
  },
  {
    message: 'only tests replace time and randomness',
    remedy: 'Call playTimeAndChance() in test/support or in the test.',
    layers: ['functions', 'web', 'infra'],
    violations: (files) =>
      pathsOf(files, ({ path, text }) => !seams.includes(path) && text.includes('playTimeAndChance')),
    counterexamples: [source('functions/site/save.ts', 'playTimeAndChance({ milliseconds: () => 0 });')],
  },
  {
    message: 'no file or folder is named utils, helpers, common, or misc',
    remedy: 'Name the file for its subject.',
    layers: ['shared', 'functions', 'infra', 'web', 'test'],
    violations: (files) =>
      pathsOf(files, ({ path }) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.)/.test(path)),
    counterexamples: [source('web/ui/helpers.ts', '')],
  },
  {
    message: 'no file contains a mark of unfinished work',
    remedy: 'Finish the work, or remove the TODO, the skipped test, `as any`, or @ts-ignore.',
    layers: ['shared', 'functions', 'infra', 'web', 'test'],
    violations: (files) =>
      pathsOf(
        files,
        ({ path, text }) =>
          path !== 'test/architecture/rules.ts' &&
          /\b(TODO|FIXME|XXX)\b|lorem ipsum|@ts-ignore|\bas any\b|\b(it|test|describe)\.(skip|only|todo)\b/.test(
            text,
          ),
      ),
    counterexamples: [source('test/site/page.test.ts', "it.skip('works', () => {});")],
  },
  {
    // `:has()` is evaluated for the whole page when an element is added; print styles are exempt
    message: 'no style uses :has() on the whole page',
    remedy: 'Set an attribute on the element and select it, or use `:has(>` with a child.',
    layers: ['web'],
    violations: (files) =>
      pathsOf(
        files.filter(({ path }) => path !== 'web/theme/print.css'),
        ({ path, text }) =>
          path.endsWith('.css') && /(^|[\s,(])(html|body|:root|#root|main)[^\s,{]*:has\((?!>)/m.test(text),
      ),
    counterexamples: [source('web/theme/base.css', "html:has([data-mode='dark']) {", '}')],
  },
  {
    message: 'a red button confirms',
    remedy: 'Use a plain button, and set `danger` in its confirmation.',
    layers: ['web'],
    violations: (files) =>
      pathsOf(
        files.filter(({ path }) => path !== 'web/ui/ConfirmDialog.tsx'),
        ({ text }) => /<Button\b[^>]*\skind=("danger"|\{[^}]*'danger')/.test(text),
      ),
    counterexamples: [
      source('web/users/Row.tsx', '<Button small kind="danger">Remove</Button>'),
      source('web/users/Row.tsx', "<Button kind={name === 'void' ? 'danger' : 'plain'}>Void</Button>"),
    ],
  },
  {
    message: 'the primary button of a popup is the last one',
    remedy: 'Put the primary button after the others.',
    layers: ['web'],
    violations: (files) =>
      pathsOf(files, ({ text }) =>
        [...text.matchAll(/<Popup\b(?:(?!<Popup\b).)*?\bactions=\{\s*<>(.*?)<\/>/gs)].some(
          ([, buttons = '']) => /kind="(primary|action)".*<Button\b/s.test(buttons),
        ),
      ),
    counterexamples: [
      source(
        'web/users/Row.tsx',
        '<Popup open title="A" actions={<><Button kind="primary">Save</Button><Button>Done</Button></>}>',
      ),
    ],
  },
];
