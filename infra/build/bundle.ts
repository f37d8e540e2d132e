import { type Plugin, build, type BuildOptions, type Metafile, transformSync } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { handlerSource } from './handler-sources.ts';
import { readFileSync, rmSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { root } from './handlers.ts';
import { describingHandler, libraryTrims } from './library-trims.ts';

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
const singleHandlers: Plugin = {
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
        resolveDir: root,
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

/** Folder of the bundled handlers, one subfolder per handler, so that the asset of a function is one file. */
export const handlersFolder = join(root, 'dist/functions');

/** Options of every Lambda bundle: ES modules of packages, so that unused code is removed. */
export const plainBuild = {
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

/** Modules whose default export is data: each is called at bundling time, and its result is stored beside the bundles. */
const assets = [
  { source: 'functions/facilities/gazetteer-data.ts', file: 'gazetteer.br', isText: true },
  { source: 'functions/platform/pdf-fonts-data.ts', file: 'pdf-fonts.br', isText: false },
  { source: 'functions/site/agent-form-data.ts', file: 'agent-form.br', isText: false },
];

/** Replaces these modules in bundles, because a Lambda function has neither its source packages nor the time to read them. */
const madeAssets: Plugin = {
  name: 'made assets',
  setup: (making) => {
    for (const { source, file, isText } of assets)
      making.onLoad({ filter: new RegExp(`${source.replaceAll('/', String.raw`[\\/]`)}$`) }, () => ({
        loader: 'js',
        contents: `import { readFileSync } from 'node:fs';
          import { brotliDecompressSync } from 'node:zlib';
          export default () =>
            brotliDecompressSync(readFileSync(new URL('${file}', import.meta.url)))${isText ? '.toString()' : ''};`,
      }));
  },
};

export async function addAssets({ outputs }: Metafile): Promise<void> {
  for (const { source, file } of assets) {
    const users = Object.keys(outputs).filter((output) => outputs[output]?.inputs[source]);
    if (users.length === 0) continue;
    const { default: data } = (await import(`../../${source}`)) as { default: () => string | Uint8Array };
    const compressed = brotliCompressSync(data(), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
    for (const user of users) await writeFile(join(root, dirname(user), file), compressed);
  }
}

/** Runs before the code of a bundle. As an imported module, it would retain unused code of every library. */
const frozenPrototypes = transformSync(
  readFileSync(join(root, 'functions/platform/frozen-prototypes.ts'), 'utf8'),
  { loader: 'ts', minify: true },
).code.trim();

/** Options of the handlers' bundles: as above, without code that Lambda never uses. */
export const handlerBuild = {
  ...plainBuild,
  alias: {
    '@aws-sdk/credential-provider-node': './infra/build/lambda-environment.ts',
    '@aws-sdk/endpoint-cache': './infra/build/unused-library-code.ts',
    '@smithy/core/event-streams': './infra/build/unused-library-code.ts',
    'brotli/decompress.js': './infra/build/unused-library-code.ts',
  },
  plugins: [singleHandlers, madeAssets, libraryTrims()],
  // native accelerators of ssh2, which works without them
  external: ['cpu-features', '*.node'],
  // CommonJS packages use require() and __dirname
  banner: {
    js: `import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__filename=import.meta.filename,__dirname=import.meta.dirname;{${frozenPrototypes}}`,
  },
} satisfies BuildOptions;

export interface BundleOptions {
  folder?: string;
  /** Writes source maps beside the bundles for reading stack traces; never deployed. */
  maps?: boolean;
}

/** Handlers per bundler pass: the bundler uses 20 MB of memory per handler. */
const handlersAPass = 40;

/**
 * Bundles handlers (`partners/save`) with the SDK to `<folder>/partners/save/index.mjs`. Returns the inputs of each
 * bundle.
 */
export async function bundle(
  handlers: readonly string[],
  { folder = handlersFolder, maps = false }: BundleOptions = {},
): Promise<Metafile> {
  rmSync(folder, { recursive: true, force: true });
  const metafile: Metafile = { inputs: {}, outputs: {} };
  const others = handlers.filter((handler) => handler !== describingHandler);
  const passes = [handlers.filter((handler) => handler === describingHandler)];
  for (let first = 0; first < others.length; first += handlersAPass)
    passes.push(others.slice(first, first + handlersAPass));
  for (const entries of passes.filter(({ length }) => length > 0)) {
    const pass = await build({
      ...handlerBuild,
      plugins: [singleHandlers, madeAssets, libraryTrims(entries[0] === describingHandler)],
      entryPoints: entries.map((handler) => ({ in: `handler:${handler}`, out: `${handler}/index` })),
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      sourcemap: maps ? 'external' : false,
      metafile: true,
    });
    Object.assign(metafile.inputs, pass.metafile.inputs);
    Object.assign(metafile.outputs, pass.metafile.outputs);
  }
  await addAssets(metafile);
  await writeFile(metafileIn(folder), JSON.stringify(metafile));
  return metafile;
}

/** Returns the path of the bundler's report of inputs. */
export const metafileIn = (folder: string): string => join(folder, 'metafile.json');

/** A module with fewer bytes in a bundle only calls the initialization of another: `init_refusal();`. */
const leastBytesOfCode = 21;

/** Returns the inputs with code in a bundle, after the removal of unused code. */
export const inputsWithCode = (inputs: Metafile['outputs'][string]['inputs']): string[] =>
  Object.keys(inputs).filter((input) => (inputs[input]?.bytesInOutput ?? 0) >= leastBytesOfCode);

/** Modules of this repository with code in a handler's bundle, by handler. */
export type Modules = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the modules of the bundles in a folder, after the removal of unused code. */
export function modulesIn(folder: string): Modules {
  const { outputs } = JSON.parse(readFileSync(metafileIn(folder), 'utf8')) as Metafile;
  return new Map(
    Object.entries(outputs).flatMap(([file, { inputs }]) => {
      const handler = /([^/]+\/[^/]+)\/index\.mjs$/.exec(file)?.[1];
      const modules = inputsWithCode(inputs).filter((input) => !input.includes('node_modules'));
      return handler ? [[handler, new Set(modules)]] : [];
    }),
  );
}
