import { errorName } from '../../shared/error-name.ts';
import type { ResponseOf, ClientRequest, Endpoint } from '../../shared/endpoint.ts';
import { jobBegun } from '../../shared/jobs/job.ts';
import { CallError } from './call-error.ts';
import { downloads, saveAs } from './downloads.ts';
import { proofMemory } from './proof-memory.ts';
import { signInMemory } from './sign-in-memory.ts';
import { proofHeader } from '../../shared/users/step-up.ts';
import { fromWire, toWire } from '../../shared/wire-names.ts';
import { fieldsInside } from '../../shared/wire-paths.ts';
import { withMethods } from '../../shared/schema.ts';
import { startTimer } from './time-and-chance.ts';

/** The parts that a request may have. */
interface LooseRequest {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** What a caller may add to the contract's request. */
export interface CallOptions {
  files?: Record<string, File>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The screen itself shows what the response's message says. */
  isQuiet?: true;
  /** Asked a second time, since somebody had logged in between question and answer. */
  repeated?: true;
  /** Sent again with a new proof of the password. */
  isProven?: true;
}

/** The request under the names that the specification gives its fields. */
const onTheWire = (endpoint: Endpoint, { params = {}, query = {}, body }: LooseRequest) => ({
  params: (endpoint.params ? toWire(endpoint.params, params) : params) as Record<string, unknown>,
  query: (endpoint.query ? toWire(endpoint.query, query) : query) as Record<string, unknown>,
  body: endpoint.body ? toWire(endpoint.body, body) : body,
});

/** The address of a call: path parameters filled in, lists repeated without indices (spec 1 §7). */
export function addressOf(endpoint: Endpoint, request: LooseRequest): string {
  const { params, query } = onTheWire(endpoint, request);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat())
      if (one !== undefined && one !== null && one !== '')
        search.append(name, `${one as string | number | boolean}`);
  const text = search.toString();
  return `/api${path}${text && `?${text}`}`;
}

/** Calls an endpoint and gives its answer as the inside knows it (amounts in cents). Throws CallError. */
export async function callApi<Row extends Endpoint>(
  endpoint: Row,
  request: ClientRequest<Row>,
  options: CallOptions = {},
): Promise<ResponseOf<Row>> {
  const response = await send(endpoint, request, options);
  if (endpoint.response === 'file') throw new Error(`${endpoint.area}.${endpoint.name} is a download`);
  const said: unknown = await response.json();
  if (endpoint.method !== 'GET') mustSucceed(response.status, said);
  return withMethods(endpoint.response).decode(fromWire(endpoint.response, said)) as ResponseOf<Row>;
}

/** An answer to a write that says `success: false` is a failure, whatever its status (specification 1 §8). */
function mustSucceed(status: number, said: unknown): void {
  const { success, message } = (said ?? {}) as { success?: unknown; message?: unknown };
  if (success === false)
    throw new CallError({
      status,
      message: typeof message === 'string' && message ? message : undefined,
      response: said,
    });
}

/**
 * Calls an endpoint whose answer is a file, and saves it under its name. A file that is too large for an answer is
 * prepared by a job: its progress shows, and it is saved when it is ready.
 */
export async function download<Row extends Endpoint>(
  endpoint: Row,
  request: ClientRequest<Row>,
): Promise<void> {
  const response = await send(endpoint, request, {});
  if (response.status === 202) {
    downloads.follow(jobBegun.parse(await response.json()).jobId);
    return;
  }
  const address = URL.createObjectURL(await response.blob());
  saveAs(address, nameOf(response));
  startTimer(() => URL.revokeObjectURL(address), 60_000);
}

/** Calls an endpoint whose answer is a file, and gives it. */
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

async function send(endpoint: Endpoint, request: LooseRequest, options: CallOptions): Promise<Response> {
  const token = await signInMemory.token();
  const { body, type } = encode(onTheWire(endpoint, request), options);
  const proof = endpoint.stepUp && proofMemory.current();
  let response: Response;
  try {
    response = await fetch(addressOf(endpoint, request), {
      method: endpoint.method,
      signal: options.signal,
      body,
      headers: {
        'cache-control': 'no-cache',
        ...(type && { 'content-type': type }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(proof && { [proofHeader]: proof }),
        ...options.headers,
      },
    });
  } catch (error) {
    if (errorName(error) === 'AbortError') throw error;
    throw new CallError({ status: 0 });
  }
  if (response.ok) return response;
  const said = (await response.json().catch(() => ({}))) as {
    message?: string;
    requestId?: string;
    fields?: Record<string, string>;
  };
  if (response.status === 401) {
    const now = await signInMemory.token();
    const isReplaced = now !== undefined && now !== token && !options.repeated;
    // somebody has logged in since this was asked: it is asked once more, and nobody needs to log in
    if (isReplaced && endpoint.method === 'GET')
      return send(endpoint, request, { ...options, repeated: true });
    if (!isReplaced) signInMemory.askToSignIn();
  }
  if (response.status === 428 && !options.isProven && (await proofMemory.request()))
    return send(endpoint, request, { ...options, isProven: true });
  const fields = said.fields && fieldsInside(endpoint, said.fields);
  throw new CallError({ status: response.status, ...said, fields });
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
