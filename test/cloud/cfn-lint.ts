// oxlint-disable no-new -- constructs register themselves with their scope
import { App } from 'aws-cdk-lib/core';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeApp } from '../../infra/app.ts';
import { bundle, handlersFolder } from '../../infra/build/bundle.ts';
import { CopyStack } from '../../infra/copy.ts';
import { DeliveryStack } from '../../infra/delivery.ts';
import { allHandlers } from '../../infra/build/handlers.ts';
import { sampleContext } from '../../infra/quotas/quotas.ts';
import { stages } from '../../infra/stages/stage-file.ts';
import { installCfnLint, lintTemplates } from './template-rules.ts';

/**
 * `node infra/local/bootstrap.mjs test/cloud/cfn-lint.ts`: checks the templates of every stage, the delivery, and the
 * second copy by the rules of AWS, which an emulator does not enforce. Installs cfn-lint (PyPI) into .local/cfn-lint.
 */
const missing = await installCfnLint();
if (missing) {
  console.error(missing);
  process.exit(1);
}
const handlers = process.env.HANDLERS_FOLDER ?? handlersFolder;
if (!process.env.HANDLERS_FOLDER) await bundle(allHandlers);
const folder = mkdtempSync(join(tmpdir(), 'wellport-cfn-lint-'));
const synthesize: Record<string, (output: string) => void> = {
  ...Object.fromEntries(
    stages.map((stage) => [
      stage,
      (output: string) => {
        makeApp(
          handlers,
          { 'aws:cdk:disable-asset-staging': 'true', ...sampleContext(stage) },
          output,
        ).app.synth();
      },
    ]),
  ),
  'delivery and second copy': (outdir) => {
    const app = new App({ outdir });
    new DeliveryStack(app, 'Wellport-delivery', 'owner/portal');
    new CopyStack(app, 'Wellport-production-Copy', { stage: 'production', sourceAccount: '123456789012' });
    app.synth();
  },
};
let violations = 0;
try {
  for (const [name, make] of Object.entries(synthesize)) {
    const output = join(folder, name);
    make(output);
    const lines = await lintTemplates(output);
    for (const line of lines) console.log(`BAD   ${name}: ${line}`);
    if (lines.length === 0) console.log(`good  ${name}: cfn-lint found no violation`);
    violations += lines.length;
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(violations === 0 ? 0 : 1);
