import { deploymentQuotas } from './deployment-quotas.ts';
import { operationQuotas } from './operation-quotas.ts';
import { warningShare, type QuotaUse } from './quota.ts';
import type { StageTemplates } from './templates.ts';

/** Returns every quota with its use by a stage. */
export const quotaUses = (stage: StageTemplates): QuotaUse[] =>
  [...deploymentQuotas, ...operationQuotas].flatMap(({ source, read, rows }) =>
    rows.map(([name, limit, kind, use, remedy, accepted = warningShare]) => ({
      name,
      limit,
      used: use(stage),
      adjustable: kind === 'adjustable',
      accepted,
      source,
      read,
      remedy,
    })),
  );

/** Returns the quotas of which a stage uses more than is accepted. */
export const overused = (uses: readonly QuotaUse[]): QuotaUse[] =>
  uses.filter(({ used, limit, accepted }) => used > accepted * limit);
