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

interface ContractRow {
  /** The module of the row without the other rows of its object. */
  contents: string;
  resolveDir: string;
}

const contractRows = new Map<string, ContractRow | undefined>();

/** Returns the row of an endpoint in the contract of a file of shared/contracts: `facilities/list`. */
function contractRow(path: string): ContractRow | undefined {
  if (!contractRows.has(path)) {
    const [contract = '', row = ''] = path.split('/');
    const file = join(root, 'shared/contracts', `${contract}.ts`);
    const [, object = '', area = ''] =
      /^export const (\w+) = area\('([\w-]+)', \{$/m.exec(readFileSync(file, 'utf8')) ?? [];
    contractRows.set(path, rowOf(file, object, row, area));
  }
  return contractRows.get(path);
}

/** Returns a row of an object of rows, or of the objects that it includes. */
function rowOf(file: string, object: string, row: string, area: string): ContractRow | undefined {
  const code = readFileSync(file, 'utf8');
  const [statement = '', , body = ''] =
    [...code.matchAll(constant)].find(([, start = '']) => start.endsWith(`const ${object} = `)) ?? [];
  // properties are indented by two spaces
  const properties = body.split(/^(?= {2}(?:\w+(?::|,$)|\.\.\.))/m).slice(1);
  const own = properties.find((property) => /^ {2}(\w+)/.exec(property)?.[1] === row);
  if (own !== undefined) {
    const [property = ''] = own.split(/^\}/m);
    const named = `export const row = { ...({\n${property}}).${row}, area: '${area}', name: '${row}' };\n`;
    return { contents: removableConstants(code.replace(statement, '') + named), resolveDir: dirname(file) };
  }
  const imported = new Map(
    [...code.matchAll(/^import \{([^}]+)\} from '(\.[^']+)';$/gm)].flatMap(([, names = '', from = '']) =>
      names.split(',').map((name): [string, [string, string]] => {
        const [source = '', alias = source] = name.trim().split(' as ');
        return [alias, [join(dirname(file), from), source]];
      }),
    ),
  );
  for (const property of properties) {
    const included = /^ {2}\.\.\.(\w+),/.exec(property)?.[1] ?? '';
    const [source, name] = imported.get(included) ?? [file, included];
    const result = included && rowOf(source, name, row, area);
    if (result) return result;
  }
  return undefined;
}

const rowName = (path: string): string => `row_${path.replaceAll(/\W/g, '_')}`;

/** Imports the contract row of each handler instead of the contract of its area, with the schemas of all its rows. */
export function withContractRows(code: string): string {
  const contracts = new Map(
    [...code.matchAll(/^import \{([^}]+)\} from '[./]+\/shared\/contracts\/([\w-]+)\.ts';$/gm)].flatMap(
      ([, names = '', file = '']) => names.split(',').map((name): [string, string] => [name.trim(), file]),
    ),
  );
  const paths = new Set<string>();
  const replaced = code.replaceAll(
    // arguments of handlers, and the endpoints of waiting work
    /\b((?:(?:handle|handleClient|actionOf|oauthAccess)\(|(?:sees|acts):)\s*)(\w+)\.(\w+)\b/g,
    (text: string, start: string, name: string, row: string) => {
      const path = `${contracts.get(name)}/${row}`;
      if (!contracts.has(name) || !contractRow(path)) return text;
      paths.add(path);
      return start + rowName(path);
    },
  );
  const imports = [...paths].map((path) => `import { row as ${rowName(path)} } from 'contract:${path}';\n`);
  return imports.join('') + replaced;
}

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
    making.onResolve({ filter: /^contract:/ }, ({ path }) => ({
      path: path.slice('contract:'.length),
      namespace: 'contract',
      sideEffects: false,
    }));
    making.onLoad({ filter: /.*/, namespace: 'contract' }, ({ path }) => ({
      loader: 'ts',
      ...contractRow(path),
    }));
    making.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      sideEffects: false,
    }));
    making.onLoad(
      { filter: /[\\/]functions[\\/](approvals[\\/][\w-]+|[\w-]+[\\/]handlers([\\/][\w-]+)?)\.ts$/ },
      async ({ path }) => ({
        loader: 'ts',
        contents: removableConstants(withContractRows(await readFile(path, 'utf8'))),
      }),
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
    // node-saml: writing XML, decryption, and a second version of XPath
    xmlbuilder: './infra/build/unused-library-code.ts',
    'xml-encryption': './infra/build/unused-library-code.ts',
    xpath: './node_modules/xpath/xpath.js',
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

/** Returns the files with code in a bundle, after the removal of unused code. */
export const inputsWithCode = (inputs: Metafile['outputs'][string]['inputs']): string[] =>
  Object.keys(inputs).filter(
    (input) => !/^(handler|contract):/.test(input) && (inputs[input]?.bytesInOutput ?? 0) >= leastBytesOfCode,
  );

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
