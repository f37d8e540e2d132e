import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Webhook as Signer } from 'standardwebhooks';
import { errorName, Refusal } from '../../../shared/refusal.ts';
import { isLocal, requireAddress } from '../../../shared/integrations/webhooks/webhook.ts';
import { endAfter } from '../../platform/time-and-chance.ts';
import {
  allowsLocal,
  PrivateAddress,
  publicLookup,
  requirePublicHost,
} from '../../platform/guarded-fetch.ts';

/** A response within this time counts; a receiver that needs longer must respond first and work later. */
const responseMs = 10_000;

export interface Message {
  id: string;
  at: Date;
  body: string;
}

/** The response's status code, or null and the problem. */
export interface Outcome {
  isDelivered: boolean;
  responseCode: number | null;
  error: string;
  /** Milliseconds of the requested wait (`Retry-After`); 0 without. */
  retryAfterMs: number;
}

const failed = (error: string, responseCode: number | null = null, retryAfterMs = 0): Outcome => ({
  isDelivered: false,
  responseCode,
  error,
  retryAfterMs,
});

/** Parses `Retry-After`: seconds or an HTTP date (RFC 9110, 10.2.3); 0 for other texts and past dates. */
function waitOf(header: string | undefined, now: Date): number {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  return Math.max(0, (Date.parse(text) || 0) - now.getTime());
}

/** Returns the headers of a message by the Standard Webhooks specification, with a signature per secret. */
const signedHeaders = ({ id, at, body }: Message, secrets: readonly string[]) => ({
  'content-type': 'application/json',
  'user-agent': 'Wellport-Webhooks',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(' '),
});

/**
 * Sends a message and returns the outcome. Only a status from 200 to 299 within ten seconds is a delivery; redirects are
 * not followed. Connects to public addresses only.
 */
export async function send(
  url: string,
  message: Message,
  secrets: readonly string[],
  lookup: LookupFunction = publicLookup(),
): Promise<Outcome> {
  try {
    requireAddress(url, allowsLocal());
    const { status, retryAfter } = await responseOf(new URL(url), message, secrets, lookup);
    if (status >= 200 && status < 300)
      return { isDelivered: true, responseCode: status, error: '', retryAfterMs: 0 };
    const isRedirect = status >= 300 && status < 400;
    return failed(
      isRedirect ? 'Redirects are not followed.' : `The receiver responded with ${status}.`,
      status,
      waitOf(retryAfter, message.at),
    );
  } catch (error) {
    return failed(errorText(error));
  }
}

function responseOf(
  url: URL,
  message: Message,
  secrets: readonly string[],
  lookup: LookupFunction,
): Promise<{ status: number; retryAfter: string | undefined }> {
  const toLocal = allowsLocal() && isLocal(url.protocol, url.hostname);
  if (!toLocal) requirePublicHost(url.hostname);
  const request = toLocal ? httpRequest : httpsRequest;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent: false,
        headers: {
          ...signedHeaders(message, secrets),
          'content-length': Buffer.byteLength(message.body),
        },
        signal: endAfter(responseMs),
        ...(!toLocal && { lookup }),
      },
      (response: IncomingMessage) => {
        // the body is not needed, and may be endless
        response.destroy();
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      },
    );
    sent.on('error', reject);
    sent.end(message.body);
  });
}

function errorText(error: unknown): string {
  if (error instanceof Refusal || error instanceof PrivateAddress) return error.message;
  const { code } = error as { code?: string };
  if (errorName(error) === 'AbortError' || errorName(error) === 'TimeoutError' || code === 'ABORT_ERR')
    return 'The receiver did not respond within ten seconds.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the receiver was not found.';
  if (code === 'ECONNREFUSED') return 'The receiver refused the connection.';
  if (code?.startsWith('ERR_TLS') || code?.includes('CERT'))
    return 'The certificate of the receiver is not valid.';
  return 'The connection to the receiver failed.';
}
