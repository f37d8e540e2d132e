import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { print, type Line } from './measure.ts';

/** Making the templates of the whole app, its handlers bundled, against only loading the CDK. */
export function benchSynth(): Line[] {
  const output = mkdtempSync(join(tmpdir(), 'wellport-synth-'));
  const seconds = (args: string[]): number => {
    const began = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, {
      env: { ...process.env, CDK_OUTDIR: output },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return (performance.now() - began) / 1000;
  };
  try {
    const loaded = seconds(['--input-type=module', '-e', "await import('aws-cdk-lib')"]);
    const made = seconds(['infra/app.ts']);
    const line: Line = {
      what: `the app made in ${made.toFixed(1)} s, the CDK loaded in ${loaded.toFixed(1)} s`,
      value: `${(made / loaded).toFixed(1)} ×`,
      bound: 'under 15 s',
      holds: made < 15,
    };
    print('Templates', [line]);
    return [line];
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}
