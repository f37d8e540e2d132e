import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Webhook as Verifier } from 'standardwebhooks';
import { onTestFinished } from 'vitest';

export interface Received {
  id: string;
  body: { type: string; timestamp: string; version: string; data: Record<string, unknown> };
  headers: Record<string, string>;
  text: string;
}

export type Behavior = (received: Received, response: ServerResponse) => void;

export interface Receiver {
  url: string;
  received: Received[];
  /** How the receiver responds from now on. */
  behave: (behavior: Behavior) => void;
}

const respond =
  (status: number, headers: Record<string, string> = {}): Behavior =>
  (_, response) =>
    void response.writeHead(status, headers).end('ok');

export const behaviors = {
  accepts: respond(204),
  fails: respond(500),
  redirects: respond(302, { location: 'http://127.0.0.1:1/elsewhere' }),
  hangs: () => undefined,
  disappears: (_: Received, response: ServerResponse) => void response.destroy(),
} satisfies Record<string, Behavior>;

/** Starts a receiver that stops when the test ends. */
export async function startReceiver(): Promise<Receiver> {
  const receiver = await openReceiver();
  onTestFinished(receiver.stop);
  return receiver;
}

/** Starts an HTTP server on a free port that records requests. */
export async function openReceiver(): Promise<Receiver & { stop: () => void }> {
  let behavior: Behavior = behaviors.accepts;
  const received: Received[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const headers = request.headers as Record<string, string>;
      const one = { id: headers['webhook-id'] ?? '', body: JSON.parse(text), headers, text };
      received.push(one);
      behavior(one, response);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    behave: (next) => void (behavior = next),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Throws unless the secret signed the request. */
export const mustBeSigned = ({ text, headers }: Received, secret: string): void =>
  void new Verifier(secret).verify(text, headers);
