import { createTheme } from '@aws-amplify/ui-react/server';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { onlyTokens, onlyWanted } from './prune-css.ts';
import { theme } from './theme.ts';

const web = resolve(import.meta.dirname, '..');
const library = createRequire(import.meta.url).resolve('@aws-amplify/ui-react/styles.css');

/** Classes that the library's components give themselves when ours use them; all others are in our own sources. */
const given = ['amplify-button--disabled', 'amplify-field-group__control', 'amplify-placeholder'];

const sources = (): string =>
  globSync('**/*.{css,ts,tsx}', { cwd: web })
    .filter((file) => !file.startsWith('theme/amplify-css'))
    .map((file) => readFileSync(join(web, file), 'utf8'))
    .join('\n');

/**
 * The library's styles and our theme's tokens as one static sheet. The library would write all its tokens into the page
 * at run time, and brings the rules of sixty components: what no source of the site names is left out.
 */
export function amplifySheet(): string {
  const text = sources();
  const classes = new Set([...given, ...(text.match(/amplify-[\w-]+/g) ?? [])]);
  const rules = onlyWanted(readFileSync(library, 'utf8'), classes);
  return onlyTokens(createTheme(theme).cssText, `${text}\n${rules}`) + rules;
}

const name = 'virtual:amplify.css';

/** The library's modules that take its own theme, with every token of every component, in case no provider gives one. */
const takesTheme =
  /@aws-amplify\/ui-react\/dist\/esm\/(components\/ThemeProvider\/ThemeContext|hooks\/useTheme|primitives\/shared\/responsive\/utils)\.mjs$/;

/**
 * Gives `virtual:amplify.css` to the site, and keeps the library's own theme (a third of a visitor's code) out of it.
 * While developing both are whole, so that a new token is there at once.
 */
export function amplifyCss(): Plugin {
  let whole = false;
  return {
    name: 'wellport:amplify-css',
    // before the bundler finds the library's own
    enforce: 'pre',
    configResolved: ({ command }) => void (whole = command === 'serve'),
    resolveId: (id, importer = '') => {
      if (id === name) return `\0${name}`;
      const isTheme = id === '@aws-amplify/ui' && takesTheme.test(importer.replaceAll('\\', '/'));
      return isTheme && !whole ? resolve(import.meta.dirname, 'slim-theme.ts') : undefined;
    },
    load: (id) => {
      if (id !== `\0${name}`) return undefined;
      return whole ? readFileSync(library, 'utf8') + createTheme(theme).cssText : amplifySheet();
    },
  };
}
