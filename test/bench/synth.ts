import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handlersFolder } from '../../infra/bundle.ts';
import { print, type Line } from './measure.ts';

/** A process says as it ends what processor time it took, in microseconds. */
const tellsCpu = `data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();console.log('cpu '+(user+system))})`;

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
    const cpu = cpuOfTemplates(output);
    const alone: Line = {
      what: 'processor time of the templates alone, the handlers bundled before',
      value: `${cpu.toFixed(1)} s`,
      bound: 'at most 10 s',
      holds: cpu <= 10,
    };
    print('Templates', [line, alone]);
    return [line, alone];
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

/** Seconds of the processor, as the process counts its own. */
function cpuOfTemplates(output: string): number {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', tellsCpu, 'infra/app.ts'], {
    env: { ...process.env, CDK_OUTDIR: output, HANDLERS_FOLDER: handlersFolder },
    encoding: 'utf8',
  });
  const told = /^cpu (\d+)$/m.exec(stdout)?.[1];
  if (status !== 0 || told === undefined) throw new Error(stderr);
  return Number(told) / 1e6;
}
