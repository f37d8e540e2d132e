import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { installPython } from '../support/tools.ts';

/** cfn-lint checks templates by the resource schemas of AWS and the grammar of IAM policies. */
const packages = ['cfn-lint==1.58.0'];
const program = resolve('.local/cfn-lint/python/bin/cfn-lint');
/** Regions of the portal and its second copy. */
const regions = ['us-east-1', 'us-west-2'];
/** The CDK names dependencies that references already imply. */
const ignored = ['W3005'];

/** Installs cfn-lint once. Returns the reason if it cannot. */
export async function installCfnLint(): Promise<string | undefined> {
  const installed = await installPython('cfn-lint', packages);
  return 'missing' in installed ? installed.missing : undefined;
}

/** Returns a line for each violation in the templates of a folder. */
export async function lintTemplates(folder: string): Promise<string[]> {
  const templates = globSync('*.template.json', { cwd: folder }).toSorted();
  if (templates.length === 0) throw new Error(`${folder} contains no templates.`);
  const options = ['--regions', ...regions, '--ignore-checks', ...ignored, '--format', 'parseable'];
  const output = await new Promise<string>((done, fail) =>
    execFile(
      program,
      [...options, '--template', ...templates],
      { cwd: folder, maxBuffer: 50_000_000 },
      (error, stdout, stderr) => {
        // the exit code has a bit for each kind of violation
        if (error && stdout === '') fail(new Error(stderr || error.message));
        else done(stdout);
      },
    ),
  );
  return output.split('\n').filter(Boolean);
}
