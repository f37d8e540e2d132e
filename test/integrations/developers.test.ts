import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../../functions/integrations/webhooks/send.ts';
import { endpoints } from '../../shared/contracts/all.ts';
import { forClients, type OpenApi } from '../../shared/integrations/client-document.ts';
import { typedClient, typeOf } from '../../web/integrations/developers/typed-client.ts';
import { apiVersion, apiVersions } from '../../shared/api-versions.ts';
import { openApiDocument } from '../../shared/openapi.ts';
import { batchExamples, curlExamples, receiverExample } from '../../web/integrations/developers/examples.ts';
import { startWorker } from '../support/worker.ts';
import { makeWorld, type World } from '../support/world.ts';
import { openPortal, type Portal } from '../web/portal.ts';

const run = promisify(execFile);
Object.assign(process.env, { STAGE: 'local', WEBHOOKS_TO_LOCALHOST: 'on' });

const freePort = (): Promise<number> =>
  new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => found(typeof address === 'object' && address ? address.port : 0));
    });
  });

let world: World;
let portal: Portal;
let worker: ReturnType<typeof startWorker>;
beforeAll(async () => {
  world = await makeWorld();
  portal = await openPortal();
  worker = startWorker();
});
afterAll(async () => {
  await worker?.stop();
  await portal?.close();
});

type Document = OpenApi & { info: { version: string } };
const document = (): Document => forClients(openApiDocument(endpoints) as unknown as Document);

const variables = () => ({
  ...process.env,
  WELLPORT: portal.address,
  CLIENT_ID: world.own.client.id,
  CLIENT_SECRET: world.own.client.secret,
});

describe('the guide for developers', () => {
  it('prints requests that work in one shell as they are', async () => {
    const script = Object.entries({ ...curlExamples, ...batchExamples })
      .map(([name, text]) => `${text}\necho; echo "== ${name}"`)
      .join('\n');
    const { stdout } = await run('bash', ['-c', script], { env: variables() });
    const outputs = new Map(
      stdout.split(/^== /m).flatMap((part, index, parts) => {
        const name = parts[index + 1]?.split('\n')[0];
        return name === undefined ? [] : [[name, part.slice(part.indexOf('{')).trim()] as const];
      }),
    );
    expect(outputs.get('token')).not.toContain('error');
    expect(JSON.parse(outputs.get('create') ?? '')).toMatchObject({ userName: 'ann.lund@example.com' });
    expect(JSON.parse(outputs.get('find') ?? '')).toMatchObject({ totalResults: 1 });
    expect(JSON.parse(outputs.get('results') ?? '').items).toMatchObject([
      { row: 1, result: 'added', email: 'ben.moe@example.com' },
      { row: 2, result: 'failed', message: 'Email is not valid. Write it as name@example.com.' },
    ]);
  });

  it('prints a receiver that accepts signed events once and refuses others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
    // packages of the project, as if they were installed beside the file
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'receiver.mjs'), receiverExample);
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const port = await freePort();
    const receiver = execFile(process.execPath, [join(folder, 'receiver.mjs')], {
      env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
    });
    let printed = '';
    receiver.stdout?.on('data', (text: string) => (printed += text));
    const url = `http://127.0.0.1:${port}/`;
    const message = {
      id: 'M1',
      at: new Date(),
      body: JSON.stringify({ type: 'member.left', data: { memberId: 'M1' } }),
    };
    try {
      await expect
        .poll(async () => send(url, message, [secret]).then(({ responseCode }) => responseCode))
        .toBe(204);
      expect((await send(url, message, [secret])).isDelivered).toBe(true);
      const forged = await send(url, message, [`whsec_${Buffer.alloc(32, 8).toString('base64')}`]);
      expect(forged.responseCode).toBe(400);
      await expect.poll(() => printed).toBe("member.left { memberId: 'M1' }\n");
    } finally {
      receiver.kill();
      rmSync(folder, { recursive: true });
    }
  });

  it('loads the viewer of the reference on request only', async () => {
    const page = await portal.visit('/developers');
    const files: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => files.push(new URL(request.url()).pathname));
    page.on('console', (line) => {
      if (line.type() === 'error') errors.push(line.text());
    });
    await page.getByRole('heading', { name: 'Developers', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'API reference' }).first().click();
    const show = page.getByRole('button', { name: 'Show the reference' });
    await show.waitFor();
    expect(files.filter((file) => file.includes('swagger'))).toEqual([]);
    await show.click();
    await page.getByText('/oauth/token').first().waitFor();
    await page.getByText('/scim/v2/ServiceProviderConfig').first().waitFor();
    expect(await page.getByText('/partners/list').count()).toBe(0);
    expect(files).toContain('/api/openapi.json');
    expect(errors).toEqual([]);
  });

  it('offers the typed client as a file', async () => {
    const page = await portal.visit('/developers');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the TypeScript client' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('wellport-client.ts');
    const path = join(mkdtempSync(join(tmpdir(), 'download-')), 'wellport-client.ts');
    await file.saveAs(path);
    expect(readFileSync(path, 'utf8')).toContain("'GET /scim/v2/ServiceProviderConfig': {");
  });
});

describe('the typed client', () => {
  it('is generated from the document, passes the compiler, and calls the API', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'typed-client-'));
    writeFileSync(join(folder, 'wellport-client.ts'), typedClient(document()));
    writeFileSync(
      join(folder, 'use.ts'),
      `import { WellportClient, WellportError } from './wellport-client.ts';
export async function use(settings: ConstructorParameters<typeof WellportClient>[0]) {
  const client = new WellportClient(settings);
  const config = await client.call('GET /scim/v2/ServiceProviderConfig', {});
  const batch = await client.call('POST /eligibility/batches', {
    body: { idempotencyKey: 'typed', mode: 'leavers', dryRun: true, rows: [{ email: 'none@example.com' }] },
  });
  const state: 'reading' | 'checked' | string = batch.state;
  const error = await client
    .call('GET /scim/v2/ResourceTypes/{type}', { params: { type: 'Nothing' } })
    .catch((error: unknown) => (error instanceof WellportError ? error.status : undefined));
  return { config, error, state };
}
// @ts-expect-error the type is required
export const wrong = (client: WellportClient) => client.call('GET /scim/v2/ResourceTypes/{type}', {});
`,
    );
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          target: 'es2024',
          lib: ['es2024', 'dom'],
          module: 'nodenext',
          types: [],
          allowImportingTsExtensions: true,
          erasableSyntaxOnly: true,
        },
        files: ['use.ts'],
      }),
    );
    await run(resolve('node_modules/.bin/tsc'), ['-p', folder]);
    const { use } = (await import(pathToFileURL(join(folder, 'use.ts')).href)) as {
      use: (settings: object) => Promise<{ config: object; error: number; state: string }>;
    };
    const { client } = world.own;
    const used = await use({ address: portal.address, clientId: client.id, clientSecret: client.secret });
    expect(used.config).toMatchObject({ patch: { supported: true } });
    expect([used.error, used.state]).toEqual([404, 'reading']);
  });

  it('types the parts of a JSON schema', () => {
    expect(typeOf({ type: 'array', items: { type: ['string', 'null'] } })).toBe('(string | null)[]');
    expect(typeOf({ anyOf: [{ const: 'a' }, { enum: [1, 2] }] })).toBe('"a" | 1 | 2');
    expect(
      typeOf({ type: 'object', properties: { 'a-b': { type: 'integer' }, c: {} }, required: ['c'] }),
    ).toBe('{ "a-b"?: number; c: unknown }');
    expect(typeOf({ type: 'object', additionalProperties: { type: 'boolean' } })).toBe(
      'Record<string, boolean>',
    );
  });
});

describe('versions of the API', () => {
  it('are dates, the newest first, and in every response', async () => {
    const dates = apiVersions.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    const response = await fetch(`${portal.address}/api/openapi.json`);
    expect(response.headers.get('wellport-version')).toBe(apiVersion);
    expect(((await response.json()) as Document).info.version).toBe(apiVersion);
  });
});
