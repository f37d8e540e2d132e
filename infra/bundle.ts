import { rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
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

/** What the gazetteer's text is beside the bundles that use it. */
const gazetteerFile = 'gazetteer.br';
const gazetteerData = 'functions/facilities/gazetteer-data.ts';

/**
 * The gazetteer is made when handlers are bundled, and lies compressed beside those that use it: a Lambda neither has
 * the packages that it is made from nor the time to read them.
 */
const madeGazetteer: Plugin = {
  name: 'made gazetteer',
  setup: (making) =>
    making.onLoad({ filter: /functions[\\/]facilities[\\/]gazetteer-data\.ts$/ }, () => ({
      loader: 'js',
      contents: `import { readFileSync } from 'node:fs';
        import { brotliDecompressSync } from 'node:zlib';
        export default () =>
          brotliDecompressSync(readFileSync(new URL('${gazetteerFile}', import.meta.url))).toString();`,
    })),
};

async function addGazetteer({ outputs }: Metafile): Promise<void> {
  const users = Object.keys(outputs).filter((file) => outputs[file]?.inputs[gazetteerData]);
  if (users.length === 0) return;
  const { default: gazetteerText } = await import('../functions/facilities/gazetteer-data.ts');
  const compressed = brotliCompressSync(gazetteerText(), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  for (const file of users) await writeFile(join(root, dirname(file), gazetteerFile), compressed);
}

/** Modules of libraries that no handler comes to, with what stands in for them. */
const stubs: readonly [file: RegExp, contents: string][] = [
  // reads WOFF2 fonts, which the portal has none of: 486 kB a bundle
  [
    /node_modules[\\/]brotli[\\/]decompress\.js$/,
    "module.exports = () => { throw new Error('no WOFF2 font is read here'); };",
  ],
  // keeps addresses that DynamoDB has given none of since its endpoints are by region
  [
    /node_modules[\\/]@aws-sdk[\\/]endpoint-cache[\\/]dist-es[\\/]EndpointCache\.js$/,
    'export class EndpointCache { getEndpoint() {} get() {} set() {} delete() {} clear() {} has() { return false; } }',
  ],
];

const neverUsed: Plugin = {
  name: 'never used',
  setup: (making) => {
    for (const [filter, contents] of stubs) making.onLoad({ filter }, () => ({ loader: 'js', contents }));
  },
};

/**
 * The SDK describes every call of a service in objects whose keys are constants, `{ [_h]: ["PUT", …] }`. The bundler keeps
 * an object whose key it would have to work out, and so all calls of S3 for the sake of one; it leaves out what is not
 * used where the key is written.
 */
const writtenKeys: Plugin = {
  name: 'written keys',
  setup: (making) =>
    making.onLoad(
      { filter: /@aws-sdk[\\/]client-[\w-]+[\\/]dist-es[\\/]schemas[\\/]schemas_\d+\.js$/ },
      async ({ path }) => {
        const code = await readFile(path, 'utf8');
        const texts = new Map(
          Array.from(code.matchAll(/^const (\w+) = ("[^"\n]*");$/gm), ([, name, text]) => [name, text]),
        );
        const contents = code.replaceAll(
          /\[(_\w+)\]:/g,
          (key, name) => `${texts.get(name) ?? key.slice(0, -1)}:`,
        );
        return { loader: 'js', contents };
      },
    ),
};

/** How the portal's handlers are made: as above, without what a Lambda never uses. */
const handlerBuild = {
  ...plainBuild,
  alias: { '@aws-sdk/credential-provider-node': './infra/lambda-credentials.ts' },
  plugins: [madeGazetteer, neverUsed, writtenKeys],
  // ssh2 is quicker with code of the machine's own, and does without
  external: ['cpu-features', '*.node'],
  // CommonJS packages ask for Node's own modules by require(), and where they lie
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__filename=import.meta.filename,__dirname=import.meta.dirname;",
  },
} satisfies BuildOptions;

export interface BundleOptions {
  folder?: string;
  /** Source maps beside the files: to read a stack of a log with, never deployed. */
  maps?: boolean;
}

/** The bundler keeps all files of a pass in memory, 20 MB a handler: all of them at once are more than a laptop has. */
const handlersAPass = 40;

/**
 * Bundles handlers (`partners/save`) to `<folder>/partners/save/index.mjs`, the SDK with them. Returns what went into
 * each file.
 */
export async function bundle(
  handlers: readonly string[],
  { folder = handlersFolder, maps = false }: BundleOptions = {},
): Promise<Metafile> {
  rmSync(folder, { recursive: true, force: true });
  const metafile: Metafile = { inputs: {}, outputs: {} };
  for (let first = 0; first < handlers.length; first += handlersAPass) {
    const pass = await build({
      ...handlerBuild,
      entryPoints: handlers
        .slice(first, first + handlersAPass)
        .map((handler) => ({ in: `functions/${handler}.ts`, out: `${handler}/index` })),
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      sourcemap: maps ? 'external' : false,
      metafile: true,
    });
    Object.assign(metafile.inputs, pass.metafile.inputs);
    Object.assign(metafile.outputs, pass.metafile.outputs);
  }
  await addGazetteer(metafile);
  await writeFile(metafileIn(folder), JSON.stringify(metafile));
  return metafile;
}

/** Where a folder of bundles says what went into each of them. */
export const metafileIn = (folder: string): string => join(folder, 'metafile.json');
