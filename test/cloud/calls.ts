import { request } from 'node:http';
import { cdnSecretHeader } from '../../functions/platform/source.ts';
import { proofHeader } from '../../shared/users/step-up.ts';
import { milliseconds } from '../../infra/local/time-and-chance.ts';

export interface Answer {
  status: number;
  body: unknown;
  milliseconds: number;
}

export interface CallOptions {
  token?: string;
  body?: unknown;
  /** A proof of the password, for sensitive actions. */
  proof?: string;
  /** In place of what the CDN shows the gateway. */
  cdnSecret?: string;
}

/** Calls a deployed portal: `ask` only asks; `expect` also says whether what came back is right. */
export interface Caller {
  ask: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  expect: (
    status: number,
    what: string,
    call: `${'GET' | 'POST' | 'PUT'} /${string}`,
    options?: CallOptions,
    right?: (text: string) => boolean,
  ) => Promise<Answer>;
}
export type Expect = Caller['expect'];

/**
 * Calls an API of this machine under a name of its own (`<id>.execute-api.localhost:4566`), which not every
 * machine's resolver knows.
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
