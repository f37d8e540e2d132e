import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { handlerSource } from './handler-sources.ts';

/** A constant of a file, up to the semicolon before the next declaration. */
export const constant = /^((?:export )?const \w+(?:: .+?)? = )([\s\S]*?);$(?=\n*(?:[^\s})\]]|(?![\s\S])))/gm;

/**
 * Marks the constants of a file of handlers as removable. The annotation before `handle(…)` would not suffice, because
 * the bundler retains its argument, a property of the contract.
 */
export const removableConstants = (code: string): string =>
  code.replaceAll(constant, '$1/* @__PURE__ */ (() => ($2))();');

/**
 * Bundles one handler of a file with several. Imports have no effects beyond the exports of their modules
 * (test/architecture), so modules without a used export are removed.
 */
export const singleHandlers: Plugin = {
  name: 'single handlers',
  setup: (making) => {
    making.onResolve({ filter: /^handler:/ }, ({ path }) => ({
      path: path.slice('handler:'.length),
      namespace: 'handler',
    }));
    making.onLoad({ filter: /.*/, namespace: 'handler' }, ({ path }) => {
      const { file, exportName } = handlerSource(path);
      return {
        contents: `export { ${exportName} as handler } from './${file}';`,
        resolveDir: join(import.meta.dirname, '..'),
      };
    });
    making.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      sideEffects: false,
    }));
    making.onLoad(
      { filter: /[\\/]functions[\\/][\w-]+[\\/]handlers([\\/][\w-]+)?\.ts$/ },
      async ({ path }) => ({ loader: 'ts', contents: removableConstants(await readFile(path, 'utf8')) }),
    );
  },
};
