import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { bundle, handlersFolder } from './bundle.ts';
import { allHandlers, root } from './handlers.ts';

/** Builds the site to dist/web. */
export async function buildSite(): Promise<void> {
  process.chdir(root);
  if (existsSync('web/index.html')) await build({ configFile: 'web/vite.config.ts', logLevel: 'warn' });
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { maps: { type: 'boolean', default: false } } });
  await buildSite();
  const { outputs } = await bundle(allHandlers, { maps: values.maps });
  const sizes = Object.entries(outputs)
    .filter(([file]) => file.endsWith('.mjs'))
    .map(([, { bytes }]) => bytes)
    .toSorted((one, other) => one - other);
  const kilobytes = (bytes = 0) => `${Math.round(bytes / 1000)} kB`;
  console.log(
    `The site is in dist/web; ${sizes.length} handlers are in ${handlersFolder}, ${kilobytes(sizes[0])} to ${kilobytes(sizes.at(-1))} each.`,
  );
}
