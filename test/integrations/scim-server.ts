import { getRequestListener } from '@hono/node-server';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { gateway } from '../../infra/local/gateway.ts';
import { portsFrom } from '../../infra/local/ports.ts';

/** Serves the API with the local gateway until the test ends and returns its address. */
export async function serveApi(): Promise<string> {
  const load = (path: string) =>
    import(pathToFileURL(resolve(`.${path}`)).href) as Promise<Record<string, unknown>>;
  const server = createServer((request, response) => {
    void getRequestListener(gateway(portsFrom(3000), load).fetch)(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
