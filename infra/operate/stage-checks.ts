import { spawnSync } from 'node:child_process';
import { UserError } from '../local/tools/user-error.ts';
import type { QuotaUse } from '../quotas/deployment-quotas.ts';
import { mustBeStage } from './deployment.ts';

/** Returns the quotas with their use by a stage. They are computed in another process, which loads the CDK. */
export function stageQuotas(stage: string): QuotaUse[] {
  mustBeStage(stage);
  const { stdout, status } = spawnSync(process.execPath, ['infra/quotas/run.ts', stage], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new UserError('The templates of the stage could not be made.');
  return JSON.parse(stdout) as QuotaUse[];
}
