import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { handlerBuild } from '../../infra/bundle.ts';
import { print, ratio, type Line } from './measure.ts';

/** A table-only handler's bundle against one of the DynamoDB client alone, made by the same settings. */
export async function benchBundles(): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wellport-bench-'));
  try {
    const alone = join(folder, 'alone.ts');
    writeFileSync(
      alone,
      `import { DynamoDBClient } from '${resolve('node_modules/@aws-sdk/client-dynamodb')}';\nexport const handler = new DynamoDBClient({});\n`,
    );
    const bundle = async (entry: string, name: string): Promise<string> => {
      const outfile = join(folder, name, 'index.mjs');
      await build({ ...handlerBuild, entryPoints: [entry], outfile });
      return outfile;
    };
    const baseline = await bundle(alone, 'alone');
    const handler = await bundle('functions/partners/list.ts', 'handler');
    const [handlerTime, baselineTime] = importTimes([handler, baseline]);
    const size = (file: string) => statSync(file).size;
    const lines = [
      ratio(
        `size of partners.list (${kilobytes(size(handler))}) to the client alone (${kilobytes(size(baseline))})`,
        size(handler),
        size(baseline),
        1.25,
      ),
      ratio(
        `import of partners.list (${handlerTime?.toFixed(0)} ms) to the client alone (${baselineTime?.toFixed(0)} ms)`,
        handlerTime ?? 0,
        baselineTime ?? 1,
        1.25,
      ),
    ];
    print('Bundles', lines);
    return lines;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} KB`;

/** Milliseconds to import each bundle in a fresh process: medians of runs that take turns, so that load hits all alike. */
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
  return times.map((all) => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0);
}
