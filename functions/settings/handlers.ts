import { checklistOf } from '../../shared/settings/checklist.ts';
import { settings } from '../../shared/contracts/settings.ts';
import { listAdministrators } from '../administrators/store.ts';
import { environmentBankSettings } from '../table/bank-settings.ts';
import { pageOfFacilities } from '../facilities/store.ts';
import { listPartners } from '../partners/store.ts';
import { handle } from '../handle.ts';
import { senderState } from '../platform/sender-state.ts';
import { hasPin } from '../users/pin-store.ts';
import { hasTwoFactors } from '../users/user.ts';
import { loadFeatureFlags, settingsConflict, saveFeatureFlags } from './store.ts';
import { isReassignKeyFobEnabled } from '../../shared/settings/feature-flags.ts';
import * as z from 'zod';
import { now } from '../platform/clock.ts';
import { storeDeployment } from './deployed-settings-store.ts';

const singleRow = { pageSize: 1 };

export const checklistHandler = handle(settings.checklist, async ({ caller: { user, userId } }) => {
  const [sender, administrators, hasOwnPin, partners, facilities] = await Promise.all([
    senderState(),
    listAdministrators(),
    hasPin(userId),
    listPartners(singleRow),
    pageOfFacilities(singleRow),
  ]);
  return checklistOf({
    ...sender,
    hasOwnAddress: !(process.env.SITE_ADDRESS ?? '').endsWith('.cloudfront.net'),
    isAlarmed: process.env.ALARMS_TOLD === 'on',
    hasBankSettings: environmentBankSettings !== undefined,
    administrators: administrators.filter(({ status }) => status === 'active').length,
    hasApp: user !== undefined && hasTwoFactors(user),
    hasPin: hasOwnPin,
    hasFacility: facilities.items.length > 0,
    hasPartner: partners.items.length > 0,
  });
});

export const featureFlagsHandler = handle(settings.featureFlags, () => loadFeatureFlags());

export const isReassignKeyFobFeatureEnabledHandler = handle(
  settings.isReassignKeyFobFeatureEnabled,
  async () => isReassignKeyFobEnabled(await loadFeatureFlags()),
);

const variables = z.record(z.string(), z.string());

/** Event of CloudFormation for a custom resource. */
const deploymentEvent = z.object({
  RequestType: z.enum(['Create', 'Update', 'Delete']),
  RequestId: z.string(),
  StackId: z.string(),
  LogicalResourceId: z.string(),
  ResponseURL: z.url(),
  ResourceProperties: z.object({
    release: z.string(),
    /** Values by row. */
    rows: z.record(z.string(), variables),
    /** Names of secrets by row and variable, because CloudFormation does not resolve secrets in custom resources. */
    secrets: z.record(z.string(), variables),
  }),
});

/**
 * Stores the settings of a deployment, which functions read (functions/table/deployed-settings.ts), and adds the release
 * to the history. A removed stage retains them. CloudFormation waits for the response.
 */
export async function onDeploymentHandler(sent: unknown): Promise<void> {
  const { RequestType, ResourceProperties, ResponseURL, ...of } = deploymentEvent.parse(sent);
  const error =
    RequestType === 'Delete'
      ? undefined
      : await storeDeployment(ResourceProperties, now().toISOString()).then(
          () => undefined,
          (error: unknown) => (error instanceof Error ? error.message : 'unknown error'),
        );
  await fetch(ResponseURL, {
    method: 'PUT',
    body: JSON.stringify({
      ...of,
      Status: error === undefined ? 'SUCCESS' : 'FAILED',
      Reason: error ?? 'The settings are stored.',
      PhysicalResourceId: 'settings',
    }),
  });
}

export const saveFeatureFlagsHandler = handle(settings.saveFeatureFlags, async ({ body, caller, now }) => {
  const { version, ...flags } = body;
  const before = await loadFeatureFlags();
  if (version !== undefined && version !== before.version) throw settingsConflict();
  const data = await saveFeatureFlags(before, flags, caller.userId, now);
  return { success: true, message: 'Settings saved.', data };
});
