import { rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { root } from './handlers.ts';

/** Where the bundled handlers lie; each in a folder of its own, so that a Lambda's asset is its one file. */
export const handlersFolder = join(root, 'dist/functions');

/** How a bundle for Lambda's Node is made at all: the packages' ES modules, so that what is not used falls away. */
const plainBuild = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions;

/**
 * A client of AWS does nothing by being made; said to esbuild, it falls away in a handler that does not use it. Else
 * everything that shares a file with a call to KMS would carry KMS, and the test of the grants could not tell who calls.
 */
const unusedClients: Plugin = {
  name: 'unused clients',
  setup: (making) =>
    making.onLoad({ filter: /functions[\\/]platform[\\/][\w-]+\.ts$/ }, async ({ path }) => ({
      loader: 'ts',
      contents: (await readFile(path, 'utf8')).replaceAll(
        /= new (\w+Client)\(/g,
        '= /* @__PURE__ */ new $1(',
      ),
    })),
};

/**
 * The gazetteer is made here, once, and goes into its handler's bundle as the text that it is: a Lambda neither has the
 * packages that it is made from nor the time to read them.
 */
const madeGazetteer: Plugin = {
  name: 'made gazetteer',
  setup: (making) =>
    making.onLoad({ filter: /functions[\\/]facilities[\\/]gazetteer-data\.ts$/ }, async ({ path }) => {
      const { default: contents } = (await import(pathToFileURL(path).href)) as { default: string };
      return { loader: 'text', contents };
    }),
};

/** How the portal's handlers are made: as above, without what a Lambda never uses. */
const handlerBuild = {
  ...plainBuild,
  alias: { '@aws-sdk/credential-provider-node': './infra/lambda-credentials.ts' },
  plugins: [unusedClients, madeGazetteer],
  // CommonJS packages ask for Node's own modules by require()
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
} satisfies BuildOptions;

export interface BundleOptions {
  folder?: string;
  /** Source maps beside the files: to read a stack of a log with, never deployed. */
  maps?: boolean;
}

/**
 * Bundles handlers (`partners/save`) in one pass to `<folder>/partners/save/index.mjs`, the SDK with them. Returns what
 * went into each file.
 */
export async function bundle(
  handlers: readonly string[],
  { folder = handlersFolder, maps = false }: BundleOptions = {},
): Promise<Metafile> {
  rmSync(folder, { recursive: true, force: true });
  const { metafile } = await build({
    ...handlerBuild,
    entryPoints: handlers.map((handler) => ({ in: `functions/${handler}.ts`, out: `${handler}/index` })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    sourcemap: maps ? 'external' : false,
    metafile: true,
  });
  await writeFile(metafileIn(folder), JSON.stringify(metafile));
  return metafile;
}

/** Where a folder of bundles says what went into each of them. */
export const metafileIn = (folder: string): string => join(folder, 'metafile.json');
