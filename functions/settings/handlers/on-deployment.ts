import * as z from 'zod';
import { now } from '../../platform/clock.ts';
import { storeDeployment } from '../deployed-settings-store.ts';

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
export async function handler(sent: unknown): Promise<void> {
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
