import { createTheme } from '@aws-amplify/ui-react/server';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { pruneTokens, pruneRules } from './prune-css.ts';
import { theme } from './theme.ts';

const web = resolve(import.meta.dirname, '..');
const library = createRequire(import.meta.url).resolve('@aws-amplify/ui-react/styles.css');

/** Classes that library components add at run time; all others appear in our sources. */
const runtimeClasses = ['amplify-button--disabled', 'amplify-field-group__control', 'amplify-placeholder'];

const sources = (): string =>
  globSync('**/*.{css,ts,tsx}', { cwd: web })
    .filter((file) => !file.startsWith('theme/amplify-css'))
    .map((file) => readFileSync(join(web, file), 'utf8'))
    .join('\n');

/** Our tokens; those of the dark palette apply to screens only, because paper is light. */
const tokens = (): string =>
  createTheme(theme)
    .cssText.replace('@media (prefers-color-scheme: dark)', '@media screen and (prefers-color-scheme: dark)')
    .replace(
      /\[data-amplify-theme="wellport"\]\[data-amplify-color-mode="dark"\] \{[^}]*\}/,
      '@media screen { $& }',
    );

/**
 * Returns the library's styles and our tokens as one static sheet. The library would write all tokens into the page at
 * run time, with the rules of sixty components; this sheet omits classes and tokens that no source names.
 */
export function amplifySheet(): string {
  const text = sources();
  const classes = new Set([...runtimeClasses, ...(text.match(/amplify-[\w-]+/g) ?? [])]);
  const rules = pruneRules(readFileSync(library, 'utf8'), classes);
  return pruneTokens(tokens(), `${text}\n${rules}`) + rules;
}

const name = 'virtual:amplify.css';

/** Provides `virtual:amplify.css`. In development the sheet is complete, so that new tokens work immediately. */
export function amplifyCss(): Plugin {
  let isComplete = false;
  return {
    name: 'wellport:amplify-css',
    configResolved: ({ command }) => void (isComplete = command === 'serve'),
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => {
      if (id !== `\0${name}`) return undefined;
      return isComplete ? readFileSync(library, 'utf8') + tokens() : amplifySheet();
    },
  };
}
