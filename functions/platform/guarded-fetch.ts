import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { errorName, Refusal } from '../../shared/refusal.ts';
import { isLocal, requireAddress } from '../../shared/integrations/webhooks/webhook.ts';
import { PrivateAddress, publicLookup, requirePublicHost } from '../integrations/webhooks/public-address.ts';
import { allowsLocal } from '../integrations/webhooks/send.ts';

/** Largest response of a provider: metadata, key set, or tokens. */
const maxBytes = 1_000_000;

class ResponseTooLarge extends Error {}

interface GuardedRequest {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/**
 * Requests an address that a user entered, as `fetch`. Connects to public addresses only, follows no redirects, and ends
 * with `deadline`.
 */
export const guardedFetch =
  (deadline: AbortSignal, lookup = publicLookup()) =>
  async (
    address: string,
    { method = 'GET', headers, body, signal }: GuardedRequest = {},
  ): Promise<Response> => {
    requireAddress(address, allowsLocal());
    const url = new URL(address);
    const toLocal = allowsLocal() && isLocal(url.protocol, url.hostname);
    if (!toLocal) requirePublicHost(url.hostname);
    const content = body === undefined || body === null ? undefined : Buffer.from(textOf(body));
    const send = toLocal ? httpRequest : httpsRequest;
    return new Promise((resolve, reject) => {
      const sent = send(
        url,
        {
          method,
          agent: false,
          headers: { ...headers, ...(content && { 'content-length': content.length }) },
          signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
          ...(!toLocal && { lookup }),
        },
        (response) => void readAll(response).then(resolve, reject),
      );
      sent.on('error', reject);
      sent.end(content);
    });
  };

const textOf = (body: unknown): string | Uint8Array =>
  body instanceof Uint8Array ? body : body instanceof URLSearchParams ? body.toString() : (body as string);

async function readAll(response: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      response.destroy();
      throw new ResponseTooLarge();
    }
    chunks.push(chunk);
  }
  const status = response.statusCode ?? 500;
  const type = response.headers['content-type'];
  return new Response([204, 304].includes(status) ? null : Buffer.concat(chunks), {
    status,
    headers: type ? { 'content-type': type } : {},
  });
}

/** Returns the reason why a provider could not be reached, as a sentence; undefined for other errors. */
export function connectionProblem(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { code } = error as { code?: string };
    if (error instanceof Refusal || error instanceof PrivateAddress) return error.message;
    if (error instanceof ResponseTooLarge) return 'The response of the provider is larger than one megabyte.';
    if (['AbortError', 'TimeoutError'].includes(errorName(error)) || code === 'ABORT_ERR')
      return 'The provider did not respond within four seconds.';
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the provider was not found.';
    if (code === 'ECONNREFUSED') return 'The provider refused the connection.';
    if (code === 'ECONNRESET' || code === 'EPIPE') return 'The provider closed the connection.';
    if (code?.startsWith('ERR_TLS') || code?.includes('CERT'))
      return 'The TLS certificate of the provider is not valid.';
  }
  return undefined;
}
