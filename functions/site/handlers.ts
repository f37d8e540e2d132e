import {
  type Desk,
  userDescriptions,
  type SiteEmail,
  contactEmail,
  nominationEmail,
} from '../../shared/site/contact-request.ts';
import { emailColors, emailShell, escapeHtml, type Email, sendEmail } from '../platform/email.ts';
import { requireSolvedCaptcha } from './captcha.ts';
import { loadFeatureFlags } from '../settings/store.ts';
import { recordSiteEmail } from './site-email-count-store.ts';
import { sendOnce, submissionIdOf } from './send-once.ts';
import { site } from '../../shared/contracts/site.ts';
import { handle } from '../handle.ts';
import { errorJson } from '../handle-response.ts';
import agentForm from './agent-form-data.ts';
import { Refusal } from '../../shared/refusal.ts';
import { isCallable } from '../platform/phone-number.ts';
import { hasFile } from '../platform/files.ts';
import { lookAtVaultKey } from '../platform/vault.ts';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { scimErrorSchema, scimMediaType } from '../../shared/scim-error.ts';
import { endpoints } from '../../shared/contracts/all.ts';
import { openApiDocument } from '../../shared/openapi.ts';
import { programTypes } from '../../shared/programs.ts';
import { states } from '../../shared/states.ts';
import { log } from '../platform/log.ts';
import { measure } from '../platform/metrics.ts';
import { senderState } from '../platform/sender-state.ts';
import { withSettings } from '../table/deployed-settings.ts';

const addressOf: Record<Desk, () => string> = {
  sales: () => process.env.SALES_ADDRESS ?? 'sales@wellport.test',
  support: () => process.env.SUPPORT_ADDRESS ?? 'support@wellport.test',
};

/** Returns the email message; visitor input is always shown as text, even if it looks like HTML. */
function siteEmailMessage({ desk, subject, replyTo, lines }: SiteEmail): Email {
  const rows = lines
    .map(
      ([label, text]) =>
        `<dt style="color:${emailColors.soft};font-size:14px">${escapeHtml(label)}</dt><dd style="margin:0 0 16px;white-space:pre-wrap">${escapeHtml(text)}</dd>`,
    )
    .join('');
  return {
    to: addressOf[desk](),
    replyTo,
    subject,
    text: lines.map(([label, text]) => `${label}: ${text}`).join('\n\n'),
    html: emailShell(`<dl style="margin:0">${rows}</dl>`, 'A visitor sent this through a form of the site.'),
  };
}

interface Delivery {
  submission: string;
  header: (name: string) => string | undefined;
  /** The sender's network (functions/platform/source.ts). */
  source: string;
  now: Date;
}

/** Sends a visitor's email once. Requires a solved captcha if captchas are on. */
async function sendSiteEmail(email: SiteEmail, { submission, header, source, now }: Delivery): Promise<void> {
  const { useCaptcha } = await loadFeatureFlags();
  if (useCaptcha) await requireSolvedCaptcha(header('g-recaptcha-response'), submission, now);
  await sendOnce(submission, now, async () => {
    await recordSiteEmail(source, now);
    await sendEmail(siteEmailMessage(email));
  });
}

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
  return errorJson({ code: 'not-found', message: 'Endpoint not found.', requestId });
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
 * sandboxed sender (infra/alarms/alarm-table.ts). Treats the sender as ready if SES does not respond.
 */
export const watchSenderHandler = withSettings(async (): Promise<boolean> => {
  const state = await senderState();
  const isReady = state.isSenderVerified !== false && state.mayEmailAnyone !== false;
  if (!isReady) log('error', 'the sender is not ready', { ...state });
  measure({ SenderNotReady: isReady ? 0 : 1 });
  return isReady;
});
