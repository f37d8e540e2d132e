import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { bundle, handlersFolder } from './bundle.ts';
import { buildPass } from './pass-worker.ts';
import { prerenderPages } from './prerender.ts';
import { allHandlers, root } from './handlers.ts';
import { writeContract } from './contract-lines.ts';

/** Builds the production site, by default into dist/web, and prerenders every public page. */
export async function buildSite(outDir = join(root, 'dist/web')): Promise<void> {
  process.chdir(root);
  const stage = process.env.NODE_ENV;
  // the development build of React is a third larger
  process.env.NODE_ENV = 'production';
  try {
    await build({
      configFile: 'web/vite.config.ts',
      logLevel: 'warn',
      build: { outDir, emptyOutDir: true },
    });
    await buildPass(outDir);
    await prerenderPages(outDir);
    writeContract(outDir);
  } finally {
    process.env.NODE_ENV = stage;
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { maps: { type: 'boolean', default: false } } });
  await buildSite();
  const { outputs } = await bundle(allHandlers, { maps: values.maps });
  const sizes = Object.entries(outputs)
    .filter(([file]) => file.endsWith('.mjs'))
    .map(([, { bytes }]) => bytes)
    .toSorted((left, other) => left - other);
  const kilobytes = (bytes = 0) => `${Math.round(bytes / 1000)} kB`;
  console.log(
    `The site is in dist/web; ${sizes.length} handlers are in ${handlersFolder}, ${kilobytes(sizes[0])} to ${kilobytes(sizes.at(-1))} each.`,
  );
}
