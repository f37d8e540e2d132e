import { site } from '../../shared/contracts/site.ts';
import { handle } from '../handle.ts';
import agentForm from './agent-form-data.ts';
import { Refusal } from '../../shared/refusal.ts';
import { contactEmail, nominationEmail } from '../../shared/site/site-email.ts';
import { isCallable } from '../platform/phone-number.ts';
import { sendSiteEmail } from './send-site-email.ts';
import { submissionIdOf } from './send-once.ts';
import { hasFile } from '../platform/files.ts';
import { lookAtVaultKey } from '../platform/vault.ts';
import { loadFeatureFlags } from '../settings/store.ts';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { scimErrorSchema, scimMediaType } from '../../shared/integrations/scim/scim-schemas.ts';
import { endpoints } from '../../shared/contracts/all.ts';
import { openApiDocument } from '../../shared/openapi.ts';
import { programTypes } from '../../shared/programs.ts';
import { states } from '../../shared/states.ts';
import { userDescriptions } from '../../shared/site/contact-request.ts';
import { log } from '../platform/log.ts';
import { measure } from '../platform/metrics.ts';
import { senderState } from '../platform/sender-state.ts';
import { withSettings } from '../table/deployed-settings.ts';

export const authorizedAgentDesignationFormHandler = handle(
  site.authorizedAgentDesignationForm,
  async () => ({
    name: 'authorized-agent-designation-form.pdf',
    type: 'application/pdf',
    bytes: agentForm(),
  }),
);

export const contactUsHandler = handle(site.contactUs, async ({ body, header, source, now, newId }) => {
  if (!isCallable(body.contactNumber))
    throw new Refusal('invalid', 'Contact Number is not valid.', 'contactNumber');
  const { submissionId = header('idempotency-key') ?? newId(), ...request } = body;
  await sendSiteEmail(contactEmail(request), {
    submission: submissionIdOf('contact', submissionId, request),
    header,
    source,
    now,
  });
  return { success: true, message: 'Thank you. Your message was sent.' };
});

export const healthPartsHandler = handle(site.healthParts, async () => {
  await Promise.all([loadFeatureFlags(), hasFile('files', 'healthcheck'), lookAtVaultKey()]);
  return { table: 'OK', files: 'OK', key: 'OK' } as const;
});

export const healthcheckHandler = handle(site.healthcheck, async () => 'OK!' as const);

export const nominateClubHandler = handle(site.nominateClub, async ({ body, header, source, now, newId }) => {
  if (body.clubContactNumber && !isCallable(body.clubContactNumber))
    throw new Refusal('invalid', 'Contact number is not valid.', 'clubContactNumber');
  const { submissionId = header('idempotency-key') ?? newId(), ...nomination } = body;
  await sendSiteEmail(nominationEmail(nomination), {
    submission: submissionIdOf('nomination', submissionId, nomination),
    header,
    source,
    now,
  });
  return { success: true, message: `Thank you. You nominated ${nomination.clubName}.` };
});

const discovery = /^\/api\/scim\/v2\/(ServiceProviderConfig|ResourceTypes|Schemas)(\/|$)/;

/** Handles paths and methods under /api that match no endpoint, with the same JSON error format as endpoints. */
export const onUnknownPathHandler = async ({
  rawPath,
  requestContext: { requestId },
}: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  if (rawPath.startsWith('/api/scim/')) return scimError(discovery.test(rawPath) ? 405 : 404);
  return {
    statusCode: 404,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify({ message: 'Endpoint not found.', requestId }),
  };
};

/** Returns an error of RFC 7644: discovery is read only, all other paths are unknown. */
const scimError = (status: 404 | 405): APIGatewayProxyStructuredResultV2 => ({
  statusCode: status,
  headers: {
    'content-type': `${scimMediaType}; charset=utf-8`,
    'cache-control': 'no-store',
    ...(status === 405 && { allow: 'GET' }),
  },
  body: JSON.stringify({
    schemas: [scimErrorSchema],
    status: String(status),
    detail: status === 404 ? 'Endpoint not found.' : 'This address is read only.',
  }),
});

export const openapiHandler = handle(site.openapi, async () => openApiDocument(endpoints));

export const programTypesHandler = handle(site.programTypes, async () => [...programTypes]);

export const statesHandler = handle(site.states, async () => [...states]);

export const userDescriptionsHandler = handle(site.userDescriptions, async () =>
  userDescriptions.map(({ key, value }) => ({ key, value })),
);

/**
 * Checks on a schedule whether SES accepts the portal's emails, so that an alarm reports an unverified, paused, or
 * sandboxed sender (infra/alarm-table.ts). Treats the sender as ready if SES does not respond.
 */
export const watchSenderHandler = withSettings(async (): Promise<boolean> => {
  const state = await senderState();
  const isReady = state.isSenderVerified !== false && state.mayEmailAnyone !== false;
  if (!isReady) log('error', 'the sender is not ready', { ...state });
  measure({ SenderNotReady: isReady ? 0 : 1 });
  return isReady;
});
