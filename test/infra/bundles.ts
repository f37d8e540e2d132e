import { execFile } from 'node:child_process';
import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { handlerBuild, constant, inputsWithCode, withContractRows } from '../../infra/build/bundle.ts';
import { describingHandler, mostBytes } from '../../infra/build/library-trims.ts';
import { handlerSource, handlersIn } from '../../infra/build/handler-sources.ts';
import { allHandlers, endpointsByArea, queueHandlers } from '../../infra/build/handlers.ts';
import { builtHandlers, handlersMade } from '../support/built-folder.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { defined } from '../support/defined.ts';

/** Inputs of each handler's bundle. */
export const bundles = new Map<string, Bundle>();
interface Bundle {
  bytes: number;
  inputs: string[];
}

beforeAll(async () => {
  const { outputs } = await builtHandlers();
  for (const [file, { inputs, bytes }] of Object.entries(outputs)) {
    const handler = /([^/]+\/[^/]+)\/index\.mjs$/.exec(file)?.[1] ?? file;
    bundles.set(handler, { bytes, inputs: inputsWithCode(inputs) });
  }
});

test('every handler is bundled into one file of its own', () => {
  expect([...bundles.keys()].toSorted()).toEqual(allHandlers.toSorted());
});

test('no bundle carries ways to get credentials that a Lambda does not have', () => {
  for (const [handler, { inputs }] of bundles)
    expect(
      inputs.filter((input) => /credential-provider-(sso|ini|process|login)|nested-clients/.test(input)),
      handler,
    ).toEqual([]);
});

test('of S3 and SES a bundle describes the calls that it makes', async () => {
  const folder = await handlersMade();
  const codeOf = (handler: string) => readFile(resolve(folder, handler, 'index.mjs'), 'utf8');
  const ofFiles = await codeOf('jobs/on-data-message');
  expect(ofFiles).toContain('x-id=GetObject');
  expect(ofFiles).not.toContain('RestoreObject');
  const ofEmails = await codeOf(queueHandlers.emails);
  expect(ofEmails).toContain('SendEmail');
  expect(ofEmails).not.toContain('CreateDedicatedIpPool');
});

test('no handler is heavier than its kind may be', () => {
  expect(bundles.size).toBe(allHandlers.length);
  const tooHeavy = [...bundles].flatMap(([handler, { bytes, inputs }]) =>
    bytes > mostBytes(handler, inputs) ? [`${handler} has ${bytes} bytes`] : [],
  );
  expect(tooHeavy).toEqual([]);
});

const isTableOnly = ({ inputs }: Bundle) =>
  !inputs.some((input) => /@aws-sdk\/client-(?!dynamodb\/)|\/(fflate|saxes|yauzl|pdfkit|ssh2)\//.test(input));

test('half of the handlers that use the table only are at most 250 KB, of which the SDK is a half', () => {
  const sizes = [...bundles.values()].filter(isTableOnly).map(({ bytes }) => bytes);
  expect(sizes.length).toBeGreaterThan(100);
  expect(sizes.toSorted((size, other) => size - other)[sizes.length >> 1]).toBeLessThanOrEqual(250 * 1024);
});

test('the row of each handler is that of its contract', async () => {
  const rows = endpointsByArea.flatMap(({ endpoints }) =>
    endpoints.map(({ endpoint }) => ({ endpoint, path: `${endpoint.area}/${endpoint.name}` })),
  );
  const folder = mkdtempSync(join(tmpdir(), 'wellport-rows-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const outfile = join(folder, 'rows.mjs');
  const imports = rows.map(({ path }, index) => `import { row as row${index} } from 'contract:${path}';`);
  const names = rows.map((_, index) => `row${index}`);
  const contents = `${imports.join('\n')}\nexport default [${names.join()}];`;
  await build({
    ...handlerBuild,
    outfile,
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    tsconfigRaw: '{}',
  });
  const { default: bundled } = (await import(pathToFileURL(outfile).href)) as { default: Endpoint[] };
  // schemas are of another copy of the library
  const plain = (row: Endpoint) => JSON.stringify({ ...row, params: 0, query: 0, body: 0, response: 0 });
  const hasSchema = ({ params, query, body, response }: Endpoint) =>
    [params, query, body, response].map((schema) => typeof schema);
  for (const [index, { endpoint, path }] of rows.entries()) {
    const row = defined(bundled[index]);
    expect(plain(row), path).toBe(plain(endpoint));
    expect(hasSchema(row), path).toEqual(hasSchema(endpoint));
  }
});

test('handlers import the row of their contract instead of the contract', () => {
  const whole = [...bundles].filter(([, { inputs }]) =>
    inputs.some((input) => input.startsWith('shared/contracts/')),
  );
  expect(whole.map(([handler]) => handler)).toEqual([describingHandler]);
});

test('only the OpenAPI document describes schemas', () => {
  const describing = [...bundles].filter(([, { inputs }]) => inputs.includes('shared/openapi.ts'));
  expect(describing.map(([handler]) => handler)).toEqual([describingHandler]);
});

/** Runs code under Node as a function starts it, and returns its output. */
async function outputOf(code: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    // read by the SDK when a client is created
    env: {
      PATH: process.env.PATH,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'key',
      HOME: '/nowhere',
    },
  });
  return stdout;
}

test.each(['partners/list', 'users/login', 'members/overview', 'visits/certify-pass'])(
  '%s creates no formats and reads no settings before its first request',
  async (handler) => {
    const file = pathToFileURL(resolve(await handlersMade(), handler, 'index.mjs')).href;
    expect(
      await outputOf(`for (const name of ['DateTimeFormat', 'NumberFormat', 'ListFormat'])
        Intl[name] = class { constructor() { console.log(name); } };
      const { default: files } = await import('node:fs');
      files.promises.readFile = () => console.log('readFile');
      await import('${file}');`),
    ).toBe('');
  },
);

test('the trimmed client calls the endpoint of its region and names errors as the full one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wellport-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const outfile = join(folder, 'client.mjs');
  await build({
    ...handlerBuild,
    outfile,
    stdin: {
      contents: `import { client } from './functions/table/client.ts';
        import { getItem } from './functions/table/get-item.ts';
        import { cancellationCodes } from './functions/table/retry.ts';
        const answer = (fields) => ({ response: { statusCode: 400, headers: {}, body: Buffer.from(JSON.stringify(fields)) } });
        let sent;
        client.config.requestHandler = { handle: async ({ hostname }) => {
          console.log(hostname);
          return answer(sent);
        } };
        const key = { pk: 'a', sk: 'b' };
        sent = { __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException', message: 'No' };
        await getItem(key).catch(({ name, message }) => console.log(name, message));
        sent = { __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException', CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }] };
        await getItem(key).catch((error) => console.log(cancellationCodes(error).join()));`,
      resolveDir: process.cwd(),
      loader: 'ts',
    },
    tsconfigRaw: '{}',
  });
  const host = 'dynamodb.us-east-1.amazonaws.com\n';
  expect(await outputOf(`await import('${pathToFileURL(outfile).href}');`)).toBe(
    `${host}ConditionalCheckFailedException No\n${host}None,ConditionalCheckFailed\n`,
  );
});

/** Returns the size and the modules of a handler's bundle if its file had no other handlers. */
async function bundledAlone(handler: string) {
  const { file, exportName } = handlerSource(handler);
  const code = await readFile(file, 'utf8');
  const others = handlersIn(file, code).filter(([other]) => other !== handler);
  expect(others.length, handler).toBeGreaterThan(5);
  const alone = code.replaceAll(constant, (statement: string) =>
    others.some(([, other]) => statement.startsWith(`export const ${other} `)) ? '' : statement,
  );
  expect(alone.match(/^export const \w+Handler\b/gm)).toEqual([`export const ${exportName}`]);
  const { metafile, outputFiles } = await build({
    ...handlerBuild,
    stdin: {
      contents: withContractRows(alone.replace(exportName, 'handler')),
      resolveDir: dirname(resolve(file)),
      loader: 'ts',
    },
    tsconfigRaw: '{}',
    metafile: true,
    write: false,
  });
  const [output] = Object.values(metafile.outputs);
  const modules = inputsWithCode(output?.inputs ?? {}).filter((input) => input !== '<stdin>');
  return { bytes: outputFiles[0]?.contents.length ?? 0, modules };
}

test.each(['site/states', 'vouchers/void', 'jobs/get', 'users/login'])(
  '%s shares its file with other handlers, but not its bundle',
  async (handler) => {
    const { bytes, modules } = await bundledAlone(handler);
    const bundled = defined(bundles.get(handler));
    const { file } = handlerSource(handler);
    expect(
      bundled.inputs.filter((input) => ![file, `handler:${handler}`].includes(input)).toSorted(),
    ).toEqual(modules.toSorted());
    expect(Math.abs(bundled.bytes - bytes)).toBeLessThan(300);
  },
);

/** A few bundles in which every package lies that any has. */
function bundlesOfEveryPackage(): string[] {
  const packagesOf = (inputs: readonly string[]) =>
    inputs.flatMap((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []);
  const left = new Set([...bundles.values()].flatMap(({ inputs }) => packagesOf(inputs)));
  const chosen: string[] = [];
  const most = [...bundles].toSorted(([, bundle], [, other]) => other.inputs.length - bundle.inputs.length);
  for (const [handler, { inputs }] of most) {
    const found = packagesOf(inputs).filter((name) => left.has(name));
    for (const name of found) left.delete(name);
    if (found.length > 0) chosen.push(handler);
  }
  return chosen;
}

test('what is bundled starts under Node as Lambda starts it, with every package that any handler has', async () => {
  const [folder, chosen] = [await handlersMade(), bundlesOfEveryPackage()];
  expect(chosen).toContain(queueHandlers.accounts);
  const loading = chosen.map((handler) => {
    const file = pathToFileURL(resolve(folder, handler, 'index.mjs')).href;
    return `await import('${file}').then(({ handler }) => { if (typeof handler !== 'function') throw new Error('no handler'); }).catch((problem) => { console.log('${handler}: ' + problem.message); });`;
  });
  expect(await outputOf(loading.join(''))).toBe('');
});
