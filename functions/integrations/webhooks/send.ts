import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Webhook as Signer } from 'standardwebhooks';
import { errorName, Refusal } from '../../../shared/refusal.ts';
import { isLocal, requireAddress } from '../../../shared/integrations/webhooks/webhook.ts';
import { endAfter } from '../../platform/time-and-chance.ts';
import { PrivateAddress, publicLookup, requirePublicHost } from './public-address.ts';

/** A response within this time counts; a receiver that needs longer must respond first and work later. */
const responseMs = 10_000;

/** True if the setting WEBHOOKS_TO_LOCALHOST allows http to this machine; `npm start` and tests set it. */
export const allowsLocal = (): boolean =>
  process.env.STAGE === 'local' && process.env.WEBHOOKS_TO_LOCALHOST === 'on';

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
}

const failed = (error: string, responseCode: number | null = null): Outcome => ({
  isDelivered: false,
  responseCode,
  error,
});

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
    const status = await statusOf(new URL(url), message, secrets, lookup);
    if (status >= 200 && status < 300) return { isDelivered: true, responseCode: status, error: '' };
    const isRedirect = status >= 300 && status < 400;
    return failed(
      isRedirect ? 'Redirects are not followed.' : `The receiver responded with ${status}.`,
      status,
    );
  } catch (error) {
    return failed(errorText(error));
  }
}

function statusOf(
  url: URL,
  message: Message,
  secrets: readonly string[],
  lookup: LookupFunction,
): Promise<number> {
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
        resolve(response.statusCode ?? 0);
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
