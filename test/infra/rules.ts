import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Validations } from 'aws-cdk-lib/core';
import type { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from './nag.mjs';
import { describe, expect, test } from 'vitest';
import { newApp, production } from './portal.ts';
import { makeFoundation } from '../../infra/app.ts';
import { apiNames } from '../../infra/stacks/http-apis.ts';

describe.each([
  ['dev', {}],
  ['production', production],
])('in %s', (_, context) => {
  // synthesis replaces references between stacks, which acknowledgments name
  const { app } = newApp(context);
  const report = new AwsSolutionsChecks(app).validateScope(app);

  test('cdk-nag rules for AWS solutions pass or have a documented reason', () => {
    expect(
      report.violations.map(({ ruleName, violatingResources }) => [
        ruleName,
        violatingResources.map(({ resourceLogicalId }) => resourceLogicalId),
      ]),
    ).toEqual([]);
    expect(report.success).toBe(true);
  });

  test('every reason is a sentence', () => {
    const reasons = app.node
      .findAll()
      .flatMap(({ node }) => node.metadata)
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.values(data as Record<string, string>));
    expect(reasons.length).toBeGreaterThan(5);
    for (const reason of reasons) expect(reason.split(' ').length, reason).toBeGreaterThan(4);
  });
});

test('cdk-nag reports a fault without a documented reason', () => {
  const { app, data } = makeFoundation();
  const files = data.files.node.defaultChild as CfnBucket;
  files.loggingConfiguration = undefined;
  const { violations } = new AwsSolutionsChecks(app).validateScope(app);
  expect(violations.map(({ ruleName }) => ruleName)).toEqual(['AwsSolutions-S1']);
});

/** Runs a script in a process of its own, beside the tests. */
function run(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ status: number | null; stderr: string }> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stderr })));
}

/** Any attempt to reach the network ends the process. */
const offline = `data:text/javascript,${encodeURIComponent(`
  import net from 'node:net';
  net.Socket.prototype.connect = () => { console.error('network'); process.exit(3); };
`)}`;

// it begins when the file is read, and goes on beside the other tests
const output = mkdtempSync(join(tmpdir(), 'wellport-synth-'));
const bundled = process.env.HANDLERS_FOLDER;
const making = run(['--import', offline, 'infra/app.ts'], {
  PATH: dirname(process.execPath),
  HOME: output,
  CDK_OUTDIR: output,
  ...(bundled && { HANDLERS_FOLDER: bundled }),
});

test('the app is made without an account, credentials or the network', async () => {
  const { status, stderr } = await making;
  expect(status, stderr).toBe(0);
  const { artifacts } = JSON.parse(readFileSync(join(output, 'manifest.json'), 'utf8')) as {
    artifacts: Record<string, { type: string; environment?: string }>;
  };
  const stacks = Object.values(artifacts).filter(({ type }) => type === 'aws:cloudformation:stack');
  expect(stacks).toHaveLength(7 + apiNames.length);
  rmSync(output, { recursive: true });
  for (const { environment } of stacks) expect(environment).toBe('aws://unknown-account/unknown-region');
  expect(stderr, 'the CDK itself finds nothing wrong').toBe('');
});
