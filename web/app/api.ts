import { errorName } from '../../shared/refusal.ts';
import type { ResponseOf, ClientRequest, Endpoint } from '../../shared/endpoint.ts';
import { jobBegun } from '../../shared/jobs/job.ts';
import { CallError } from '../platform/call-error.ts';
import { downloads, saveAs } from './downloads.ts';
import { proofMemory } from './proof-memory.ts';
import { authClient } from './auth-client.ts';
import { provenAction, proofHeader } from '../../shared/users/step-up.ts';
import { fromWire, toWire, fieldsInside } from '../../shared/wire-names.ts';
import { withMethods } from '../../shared/schema.ts';
import { milliseconds, newId, startTimer } from '../platform/time-and-chance.ts';

interface LooseRequest {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export interface CallOptions {
  files?: Record<string, File>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  isQuiet?: true;
  isRetry?: true;
  hasNewProof?: true;
}

/** Translates the names of a request's fields into the specification's. */
const toWireRequest = (endpoint: Endpoint, { params = {}, query = {}, body }: LooseRequest) => ({
  params: (endpoint.params ? toWire(endpoint.params, params) : params) as Record<string, unknown>,
  query: (endpoint.query ? toWire(endpoint.query, query) : query) as Record<string, unknown>,
  body: endpoint.body ? toWire(endpoint.body, body) : body,
});

/** Returns the request's address; lists are repeated parameters without indices (spec 1 §7). */
export function addressOf(endpoint: Endpoint, request: LooseRequest): string {
  const { params, query } = toWireRequest(endpoint, request);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of [value].flat())
      if (item !== undefined && item !== null && item !== '')
        search.append(name, `${item as string | number | boolean}`);
  const text = search.toString();
  return `/api${path}${text && `?${text}`}`;
}

/** Requests an endpoint and decodes its response (amounts in cents). Throws CallError. */
export async function callApi<Row extends Endpoint>(
  endpoint: Row,
  request: ClientRequest<Row>,
  options: CallOptions = {},
): Promise<ResponseOf<Row>> {
  const response = await send(endpoint, request, options);
  if (endpoint.response === 'file') throw new Error(`${endpoint.area}.${endpoint.name} is a download`);
  const body: unknown = await response.json();
  if (endpoint.method !== 'GET') throwIfFailed(response.status, body);
  return withMethods(endpoint.response).decode(fromWire(endpoint.response, body)) as ResponseOf<Row>;
}

/** Throws CallError for `success: false` in a write's response, regardless of the status (spec 1 §8). */
function throwIfFailed(status: number, body: unknown): void {
  const { success, message } = (body ?? {}) as { success?: unknown; message?: unknown };
  if (success === false)
    throw new CallError({
      status,
      message: typeof message === 'string' && message ? message : undefined,
      response: body,
    });
}

/**
 * Downloads a file under the name in its response. For a file too large for one response (202), a job prepares it; the
 * shell shows the progress and saves the file.
 */
export async function download<Row extends Endpoint>(
  endpoint: Row,
  request: ClientRequest<Row>,
): Promise<void> {
  const response = await send(endpoint, request, {});
  if (response.status === 202) {
    downloads.add(jobBegun.parse(await response.json()).jobId);
    return;
  }
  saveBlob(await response.blob(), nameOf(response));
}

/** Saves content as a file; its address is valid for a minute, because browsers read it later. */
export function saveBlob(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  saveAs(address, name);
  startTimer(() => URL.revokeObjectURL(address), 60_000);
}

export async function fetchFile<Row extends Endpoint>(
  endpoint: Row,
  request: ClientRequest<Row>,
): Promise<{ name: string; blob: Blob }> {
  const response = await send(endpoint, request, {});
  return { name: nameOf(response), blob: await response.blob() };
}

function nameOf(response: Response): string {
  const disposition = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/.exec(disposition)?.[1] ?? 'download');
}

const earlyResponseMs = 10_000;

/** A response requested before the code loaded (web/public/before-paint.js). */
interface EarlyResponse {
  accessToken: string;
  at: number;
  response: Promise<Response | undefined>;
}

/** Returns the response that was requested with this token beside the code, once and while it is new. */
async function earlyResponse(address: string, token: string | undefined): Promise<Response | undefined> {
  const { earlyResponses } = document as { earlyResponses?: Record<string, EarlyResponse> };
  const early = earlyResponses?.[address];
  if (!early) return undefined;
  delete earlyResponses[address];
  const isCurrent = early.accessToken === token && milliseconds() - early.at < earlyResponseMs;
  return isCurrent ? early.response : undefined;
}

/** Keys of uploads without a response, by address and files, so that the server imports a repeated one once. */
const pendingUploadKeys = new Map<string, string>();

const uploadName = (address: string, { files }: CallOptions): string | undefined =>
  files &&
  JSON.stringify([
    address,
    Object.values(files).map(({ name, size, lastModified }) => [name, size, lastModified]),
  ]);

async function send(endpoint: Endpoint, request: LooseRequest, options: CallOptions): Promise<Response> {
  const token = await authClient.token();
  const wireRequest = toWireRequest(endpoint, request);
  const { body, type } = encode(wireRequest, options);
  const action = provenAction(endpoint, wireRequest);
  const proof = endpoint.stepUp && proofMemory.current(action);
  const address = addressOf(endpoint, request);
  const early = endpoint.method === 'GET' ? await earlyResponse(address, token) : undefined;
  const upload = uploadName(address, options);
  const uploadKey = upload === undefined ? undefined : (pendingUploadKeys.get(upload) ?? newId());
  if (upload !== undefined && uploadKey !== undefined) pendingUploadKeys.set(upload, uploadKey);
  let response: Response;
  try {
    response =
      early ??
      (await fetch(address, {
        method: endpoint.method,
        signal: options.signal,
        body,
        headers: {
          'cache-control': 'no-cache',
          ...(type && { 'content-type': type }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(proof && { [proofHeader]: proof }),
          ...(uploadKey && { 'idempotency-key': uploadKey }),
          ...options.headers,
        },
      }));
  } catch (error) {
    if (errorName(error) === 'AbortError') throw error;
    throw new CallError({ status: 0 });
  }
  // an error of the network between can replace the response
  if (upload !== undefined && response.status < 500) pendingUploadKeys.delete(upload);
  if (response.ok) return response;
  const failure = (await response.json().catch(() => ({}))) as {
    message?: string;
    requestId?: string;
    fields?: Record<string, string>;
  };
  if (response.status === 401) {
    const newToken = await authClient.token();
    // a user has logged in during the request: the retry needs no login popup
    const isReplaced = newToken !== undefined && newToken !== token && !options.isRetry;
    if (isReplaced && endpoint.method === 'GET')
      return send(endpoint, request, { ...options, isRetry: true });
    if (!isReplaced) authClient.requestSignIn();
  }
  if (response.status === 428 && !options.hasNewProof && (await proofMemory.request(action)))
    return send(endpoint, request, { ...options, hasNewProof: true });
  const fields = failure.fields && fieldsInside(endpoint, failure.fields);
  throw new CallError({ status: response.status, ...failure, fields });
}

function encode({ body }: LooseRequest, { files }: CallOptions): { body?: string | FormData; type?: string } {
  if (files) {
    const form = new FormData();
    for (const [name, value] of Object.entries((body ?? {}) as Record<string, string>)) form.set(name, value);
    for (const [name, file] of Object.entries(files)) form.set(name, file);
    return { body: form };
  }
  return body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' };
}
