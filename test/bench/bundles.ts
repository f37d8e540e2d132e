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
      alias: { '@aws-sdk/credential-provider-node': resolve('infra/build/lambda-environment.ts') },
    });
    const [ours, theirs] = initializations([handler, alone]);
    const size = (file: string) => statSync(file).size;
    const lines = [
      ratio(`size of partners.list (${kilobytes(size(handler))}) to 250 KB`, size(handler), 250 * 1024, 1),
      ratio(
        `initialization of partners.list (${ours.cpu.toFixed(0)} ms CPU) to the client alone (${theirs.cpu.toFixed(0)} ms)`,
        ours.cpu,
        theirs.cpu,
        1,
      ),
    ];
    const notes: Line[] = [
      {
        what: `elapsed time of the same (${ours.elapsed.toFixed(0)} and ${theirs.elapsed.toFixed(0)} ms)`,
        value: `${(ours.elapsed / theirs.elapsed).toFixed(2)} ×`,
      },
      {
        what: `size to the client alone (${kilobytes(size(alone))})`,
        value: `${(size(handler) / size(alone)).toFixed(2)} ×`,
      },
      {
        what: `size to the client under our own settings (${kilobytes(size(trimmed))})`,
        value: `${(size(handler) / size(trimmed)).toFixed(2)} ×`,
      },
    ];
    print('Bundles', [...lines, ...notes]);
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

interface Initialization {
  /** Milliseconds of CPU, which other work on the machine changes little. */
  cpu: number;
  elapsed: number;
}

const initialized = (file: string) => `const [began, used] = [performance.now(), process.cpuUsage()];
  await import(${JSON.stringify(file)});
  const { user, system } = process.cpuUsage(used);
  console.log(JSON.stringify({ cpu: (user + system) / 1000, elapsed: performance.now() - began }));`;

/** Returns the medians of the initialization of two bundles in new processes, alternately, with a cold file cache. */
function initializations([first, second]: readonly [string, string]): [Initialization, Initialization] {
  const [runs, otherRuns]: [Initialization[], Initialization[]] = [[], []];
  for (let run = 0; run < 15; run++)
    for (const [file, all] of [
      [first, runs],
      [second, otherRuns],
    ] as const) {
      // drops the file from the page cache
      spawnSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0']);
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', initialized(file)], {
        encoding: 'utf8',
        env: { ...process.env, AWS_REGION: 'us-east-1' },
      });
      all.push(JSON.parse(stdout) as Initialization);
    }
  const median = (all: readonly Initialization[], part: keyof Initialization): number =>
    all.map((measured) => measured[part]).toSorted((left, right) => left - right)[all.length >> 1] ?? 0;
  const mediansOf = (all: readonly Initialization[]): Initialization => ({
    cpu: median(all, 'cpu'),
    elapsed: median(all, 'elapsed'),
  });
  return [mediansOf(runs), mediansOf(otherRuns)];
}
