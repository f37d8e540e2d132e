import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import type { Plugin as SitePlugin } from 'vite';

/** A library module with code that Lambda functions never run, and the module without it. */
interface Trim {
  file: RegExp;
  trim: (code: string, path: string) => string;
}

/** Clients with the endpoint `https://<service>.<region>.amazonaws.com`; the rules of the others have more parts. */
const services: Readonly<Record<string, string>> = {
  dynamodb: 'dynamodb',
  'cognito-identity-provider': 'cognito-idp',
  kms: 'kms',
  'secrets-manager': 'secretsmanager',
  sqs: 'sqs',
};

const clientIn = (path: string): string => /client-([\w-]+)/.exec(path)?.[1] ?? '';

/**
 * The SDK describes operations in objects with constant keys, `{ [_h]: ["PUT", …] }`. The bundler retains objects with
 * computed keys, and so all operations of S3 for a single one. Literal keys let it remove unused operations (decision
 * 3).
 */
function withLiteralKeys(code: string): string {
  const texts = new Map(
    Array.from(code.matchAll(/^const (\w+) = ("[^"\n]*");$/gm), ([, name, text]) => [name, text]),
  );
  return code.replaceAll(/\[(_\w+)\]:/g, (key, name) => `${texts.get(name) ?? key.slice(0, -1)}:`);
}

/**
 * Removes the classes of errors from clients with a JSON protocol: an error without a class has the same name, message,
 * and fields, and the portal compares names.
 */
const withoutErrorClasses = (code: string): string =>
  code.replaceAll(/^n0_registry\.registerError\(.*\);$/gm, '');

/** Parts of zod that only describe schemas, for the OpenAPI document: 18 kB and a closure per schema. */
const withoutJsonSchema = (code: string): string =>
  code.replaceAll(/^ +inst\._zod\.processJSONSchema = .*;$/gm, '').replace(
    /^import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} .*;$/m,
    `const createStandardJSONSchemaMethod = () => undefined;
      const createToJSONSchemaMethod = () => () => {
        throw new Error('This bundle contains no JSON schemas (infra/build/library-trims.ts).');
      };`,
  );

/** Removes the deprecated methods of strings, `z.string().email()`, and with them all formats that no schema uses. */
const withoutFormatMethods = (code: string): string =>
  code.replaceAll(
    /^ {4}\w+\(params\) \{\n +return this\.check\(core\._\w+\(Zod\w+, params\)\);\n {4}\},$/gm,
    '',
  );

/** Imports the namespace itself: the bundler retains all of a namespace that another module exports by name. */
const withDirectNamespace = (code: string): string =>
  code
    .replace('import { util } from "../core/index.js";', 'import * as util from "../core/util.js";')
    .replaceAll('core.util.', 'util.');

/**
 * Removes the English messages, because pages and endpoints have their own and stored values only log the code, and the
 * memory of values in a cycle, which JSON cannot contain.
 */
const withoutDefaults = (code: string): string =>
  code
    .replace('import en from "../locales/en.js";', '')
    .replace('core.config(en());', "core.config({ localeError: () => 'Invalid value.' });")
    .replace('core.config({ memoizer: core.memoizer() });', ';');

const environment = JSON.stringify(join(import.meta.dirname, 'lambda-environment.ts'));

const jsonClients = 'dynamodb|cognito-identity-provider|kms|secrets-manager';

const trims: readonly Trim[] = [
  {
    file: new RegExp(`/@aws-sdk/client-(${jsonClients})/dist-es/schemas/schemas_\\d+\\.js$`),
    trim: (code) => withoutErrorClasses(withLiteralKeys(code)),
  },
  { file: /\/@aws-sdk\/client-[\w-]+\/dist-es\/schemas\/schemas_\d+\.js$/, trim: withLiteralKeys },
  {
    file: new RegExp(
      `/@aws-sdk/client-(${Object.keys(services).join('|')})/dist-es/endpoint/endpointResolver\\.js$`,
    ),
    trim: (_code, path) =>
      `import { regionalEndpoint } from ${environment};
      export const defaultEndpointResolver = regionalEndpoint('${services[clientIn(path)]}');`,
  },
  // each resolver with rules assigns their functions itself
  {
    file: /\/@aws-sdk\/core\/.*\/util-endpoints\/aws\.js$/,
    trim: (code) => code.replace(/^customEndpointFunctions\.aws = .*$/m, ''),
  },
  // the client reads the version only
  {
    file: /\/@aws-sdk\/client-[\w-]+\/package\.json$/,
    trim: (code) => {
      const { version } = JSON.parse(code) as { version: string };
      return `export default { version: '${version}' };`;
    },
  },
  // a function has no files of profiles and no instance metadata; the SDK searched them before the first request
  {
    file: /\/@smithy\/core\/.*\/fromSharedConfigFiles\.js$/,
    trim: () => `export { fromSharedConfigFiles } from ${environment};`,
  },
  {
    file: /\/@smithy\/core\/.*\/getInstanceMetadataRegion\.js$/,
    trim: () => 'export const getInstanceMetadataRegion = async () => undefined;',
  },
  // the formatter of signed event streams
  {
    file: /\/@smithy\/signature-v4\/dist-es\/HeaderFormatter\.js$/,
    trim: () => 'export class HeaderFormatter {}',
  },
  {
    file: /\/@aws-sdk\/lib-dynamodb\/dist-es\/pagination\/\w+Paginator\.js$/,
    trim: (code) => code.replace('= createPaginator(', '= /* @__PURE__ */ createPaginator('),
  },
  // Node always has its own SHA-256
  { file: /\/@smithy\/core\/.*\/Sha256Js\.js$/, trim: () => 'export const Sha256Js = undefined;' },
  // no client uses the retry mode "adaptive"
  {
    file: /\/@smithy\/core\/.*\/util-retry\/AdaptiveRetryStrategy\.js$/,
    trim: () =>
      `export { StandardRetryStrategy as AdaptiveRetryStrategy } from './StandardRetryStrategy.js';`,
  },
];

const trimOfZod = (retainsJsonSchema: boolean): Trim => ({
  file: /\/zod\/v4\/classic\/schemas\.js$/,
  trim: (code) => {
    const trimmed = withDirectNamespace(withoutDefaults(withoutFormatMethods(code)));
    return retainsJsonSchema ? trimmed : withoutJsonSchema(trimmed);
  },
});

const libraries =
  /[\\/]node_modules[\\/](?:@aws-sdk[\\/](?:client-|core[\\/]|lib-dynamodb[\\/])|@smithy[\\/](?:core|signature-v4)[\\/]|zod[\\/]v4[\\/]classic[\\/])/;

/** The handler of the OpenAPI document; no other bundle describes schemas. */
export const describingHandler: string = 'site/openapi';

/**
 * Bundles libraries without code that functions never run. An edit that changes nothing stops the build, because a new
 * version of the library has another text.
 */
export const libraryTrims = (retainsJsonSchema = false): Plugin => ({
  name: 'library trims',
  setup: (making) => {
    const all = [...trims, trimOfZod(retainsJsonSchema)];
    making.onLoad({ filter: libraries }, async ({ path }) => {
      const file = path.replaceAll('\\', '/');
      const trim = all.find((candidate) => candidate.file.test(file))?.trim;
      if (!trim) return undefined;
      const code = await readFile(path, 'utf8');
      const contents = trim(code, file);
      if (contents === code) throw new Error(`The library has changed: adapt its trim for ${file}.`);
      return { loader: 'js', contents };
    });
  },
});

// The sheet has the tokens (web/theme/amplify-css.ts), and no component has styles by token or breakpoint. With them, a
// button observes six media queries and renders twice.
const withoutTheme: readonly Trim[] = [
  {
    file: /\/ui\/dist\/esm\/theme\/createTheme\/createTheme\.mjs$/,
    trim: () => `import { defaultTheme } from '../defaultTheme.mjs';
      export const createTheme = () => defaultTheme;`,
  },
  {
    file: /\/ui\/dist\/esm\/theme\/defaultTheme\.mjs$/,
    trim: (code) => code.replace(/^import \{ tokens \} .*$/m, 'const tokens = {};'),
  },
  {
    file: /\/ui\/dist\/esm\/theme\/createTheme\/utils\.mjs$/,
    trim: (code) => code.replace(/^import kebabCase .*$/m, 'const kebabCase = String;'),
  },
  {
    file: /\/primitives\/shared\/responsive\/useBreakpoint\.mjs$/,
    trim: () => 'export const useBreakpoint = ({ defaultBreakpoint }) => defaultBreakpoint;',
  },
];

const siteTrims: readonly Trim[] = [
  trimOfZod(false),
  ...withoutTheme,
  // its production build, which differs in this value only, has no address of its own
  {
    file: /\/react-router\/dist\/development\/chunk-\w+\.mjs$/,
    trim: (code) => code.replace('ENABLE_DEV_WARNINGS = true;', 'ENABLE_DEV_WARNINGS = false;'),
  },
];

/** Builds the site without code of libraries that its pages never run, like `libraryTrims`. */
export const siteLibraryTrims = (): SitePlugin => ({
  name: 'wellport:library-trims',
  enforce: 'pre',
  transform(code, id) {
    const file = id.replaceAll('\\', '/');
    return siteTrims.find((candidate) => candidate.file.test(file))?.trim(code, file);
  },
});

/** Size limits of a handler: table only, with other services or sheets, with SFTP, and with PDFs. */
export function mostBytes(handler: string, inputs: readonly string[]): number {
  const uses = (what: RegExp) => inputs.some((input) => what.test(input));
  if (uses(/node_modules\/pdfkit\//)) return 1_600_000;
  // their own cryptography: of SSH, and of PKCS #7 signatures, which Node does not create
  if (uses(/node_modules\/(ssh2|node-forge)\//)) return 1_200_000;
  // it describes every contract, and so carries all of them
  if (
    handler === describingHandler ||
    uses(/@aws-sdk\/client-(?!dynamodb\/)|node_modules\/(fflate|saxes|write-excel-file|yauzl)\//)
  )
    return 800_000;
  return 400_000;
}
