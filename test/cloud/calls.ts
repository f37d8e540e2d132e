import { request } from 'node:http';
import { cdnSecretHeader } from '../../functions/platform/source.ts';
import { proofHeader } from '../../shared/users/step-up.ts';
import { milliseconds } from '../../infra/local/tools/time-and-chance.ts';

export interface Answer {
  status: number;
  body: unknown;
  milliseconds: number;
}

export interface CallOptions {
  token?: string;
  body?: unknown;
  /** Proof of the password for sensitive actions. */
  proof?: string;
  /** Replaces the CDN's secret. */
  cdnSecret?: string;
}

/** Sends requests to a deployed portal; `expect` also verifies the response. */
export interface Caller {
  ask: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  expect: (
    status: number,
    what: string,
    call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`,
    options?: CallOptions,
    right?: (text: string) => boolean,
  ) => Promise<Answer>;
}
export type Expect = Caller['expect'];

/**
 * Sends a request to a local API under its own host name (`<id>.execute-api.localhost:4566`), which some resolvers do
 * not know.
 */
export async function call(
  api: string,
  method: string,
  path: string,
  { token, body, proof, cdnSecret = process.env.CDN_SECRET }: CallOptions = {},
): Promise<Answer> {
  const { host, port } = new URL(api);
  const began = milliseconds();
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          host,
          'content-type': 'application/json',
          ...(cdnSecret && { [cdnSecretHeader]: cdnSecret }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(proof && { [proofHeader]: proof }),
        },
      },
      (received) => {
        const parts: Buffer[] = [];
        received.on('data', (part: Buffer) => parts.push(part));
        received.on('error', reject);
        received.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          resolve({
            status: received.statusCode ?? 0,
            body: read(text),
            milliseconds: milliseconds() - began,
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
