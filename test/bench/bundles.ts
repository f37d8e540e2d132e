import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundle } from '../../infra/build/bundle.ts';
import { print, ratio, type Line } from './measure.ts';

/**
 * Compares a deployed table-only handler with the DynamoDB client alone, bundled by esbuild for Node. The last line
 * is the size of the same client with our settings, which remove unused parts.
 */
export async function benchBundles(): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wellport-bench-'));
  try {
    await bundle(['partners/list'], { folder: join(folder, 'ours') });
    const handler = join(folder, 'ours/partners/list/index.mjs');
    const alone = await clientAlone(folder, 'alone', {});
    const trimmed = await clientAlone(folder, 'trimmed', {
      mainFields: ['module', 'main'],
      alias: { '@aws-sdk/credential-provider-node': resolve('infra/build/lambda-credentials.ts') },
    });
    const [handlerTime = 0, aloneTime = 1] = importTimes([handler, alone]);
    const size = (file: string) => statSync(file).size;
    const lines = [
      ratio(
        `size of partners.list (${kilobytes(size(handler))}) to the client alone (${kilobytes(size(alone))})`,
        size(handler),
        size(alone),
        1.25,
      ),
      ratio(
        `import of partners.list (${handlerTime.toFixed(0)} ms) to the client alone (${aloneTime.toFixed(0)} ms)`,
        handlerTime,
        aloneTime,
        1.25,
      ),
    ];
    const told: Line = {
      what: `size to the client under our own settings (${kilobytes(size(trimmed))})`,
      value: `${(size(handler) / size(trimmed)).toFixed(2)} ×`,
    };
    print('Bundles', [...lines, told]);
    return lines;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function clientAlone(folder: string, name: string, settings: object): Promise<string> {
  const entry = join(folder, `${name}.ts`);
  const client = resolve('node_modules/@aws-sdk/client-dynamodb');
  writeFileSync(
    entry,
    `import { DynamoDBClient } from '${client}';\nexport const handler = new DynamoDBClient({});\n`,
  );
  const outfile = join(folder, name, 'index.mjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
    ...settings,
  });
  return outfile;
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} KB`;

function importTimes(files: readonly string[]): number[] {
  const times = files.map((): number[] => []);
  const code = (file: string) =>
    `const began = performance.now(); await import(${JSON.stringify(file)}); console.log(performance.now() - began);`;
  for (let run = 0; run < 15; run++)
    for (const [index, file] of files.entries()) {
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code(file)], {
        encoding: 'utf8',
      });
      times[index]?.push(Number(stdout.trim()));
    }
  return times.map((all) => all.toSorted((left, other) => left - other)[Math.floor(all.length / 2)] ?? 0);
}
