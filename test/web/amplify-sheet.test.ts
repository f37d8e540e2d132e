import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { amplifySheet, pruneTokens, pruneRules } from '../../web/theme/amplify-css.ts';

const web = join(import.meta.dirname, '../../web');
const sources = globSync('**/*.{css,ts,tsx}', { cwd: web })
  .filter((file) => !file.startsWith('theme/'))
  .map((file) => readFileSync(join(web, file), 'utf8'))
  .join('\n');
const sheet = amplifySheet();

test('defines every referenced token in light and dark', () => {
  const styles = globSync('theme/*.css', { cwd: web }).map((file) => readFileSync(join(web, file), 'utf8'));
  const named = [sources, ...styles, sheet].join('\n').match(/var\(\s*(--amplify-[\w-]+)/g) ?? [];
  expect(named.length).toBeGreaterThan(200);
  const defined = new Set(sheet.match(/--amplify-[\w-]+(?=\s*:)/g));
  const missing = named.map((use) => use.replace(/var\(\s*/, '')).filter((name) => !defined.has(name));
  expect([...new Set(missing)]).toEqual([]);
  const dark = sheet.slice(sheet.indexOf('data-amplify-color-mode=dark'));
  for (const name of ['--amplify-colors-font-primary', '--amplify-colors-neutral-100']) {
    expect(defined).toContain(name);
    if (name.includes('neutral')) expect(dark).toContain(`${name}:#f0f2eb`);
  }
});

test('contains the rules of the components in use only', () => {
  const used = new Set(
    [...sources.matchAll(/import \{([^}]+)\} from '@aws-amplify\/ui-react'/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim().replace(/ as .*/, '')),
    ),
  );
  // a new component needs its classes in web/theme/amplify-css.ts
  expect([...used].toSorted()).toEqual(['Button', 'Input', 'Placeholder']);
  for (const name of ['.amplify-button', '.amplify-input', '.amplify-placeholder'])
    expect(sheet).toMatch(new RegExp(`\\${name}\\{`));
  expect(sheet).not.toMatch(/\.amplify-(accordion|authenticator|tabs|button--link)/);
  expect(sheet.length).toBeLessThan(40_000);
});

test('prunes a sheet rule by rule', () => {
  const css = `
    :root { --amplify-a: 1 }
    .amplify-x, .amplify-y:hover, .own:not(.amplify-y) { color: red }
    [data-amplify-router] .amplify-x { color: blue }
    @media (min-width: 1px) { .amplify-y { color: blue } }
    @keyframes turn { to { color: green } }
    @keyframes gone { to { color: green } }
    .amplify-x { animation: turn 1s }`;
  expect(pruneRules(css, new Set(['amplify-x']))).toBe(
    '.amplify-x{color:red}@keyframes turn{to{color:green}}.amplify-x{animation:1s turn}',
  );
});

test('includes the tokens that a value references, and all tokens with a prefix', () => {
  const tokens = `a { --amplify-x: var(--amplify-u, var(--amplify-y)); --amplify-y: 1; --amplify-z-1: 2; --amplify-z-2: 3; --amplify-w: 4 }`;
  expect(pruneTokens(tokens, 'var(--amplify-x)')).toBe(
    'a{--amplify-x:var(--amplify-u,var(--amplify-y));--amplify-y:1}',
  );
  expect(pruneTokens(tokens, 'get(`--amplify-z-${step}`)')).toBe('a{--amplify-z-1:2;--amplify-z-2:3}');
});
