import { listen } from '../support/listen.ts';
import { getRequestListener } from '@hono/node-server';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gateway } from '../../infra/local/gateway.ts';
import { builtSite } from '../../infra/local/built-site.ts';
import { builtFolder } from '../support/built-folder.ts';

export interface OpenSite {
  address: string;
  close: () => Promise<void>;
}

const portIn = (address: string | undefined): number => Number(new URL(address ?? '').port);

export async function openSite(options: Parameters<typeof builtSite>[1] = {}): Promise<OpenSite> {
  const site = builtSite(await builtFolder(), options);
  const {
    AWS_ENDPOINT_URL_DYNAMODB: table,
    AWS_ENDPOINT_URL_S3: files,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: people,
    AWS_ENDPOINT_URL_SESV2: mail,
  } = process.env;
  const ports = {
    site: 0,
    table: portIn(table),
    files: portIn(files),
    people: portIn(people),
    mail: portIn(mail),
  };
  const load = async (path: string) => import(pathToFileURL(resolve(`.${path}`)).href);
  const api = getRequestListener(gateway(ports, load).fetch);
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/')) void api(request, response);
    else site.serve(request, response);
  });
  const address = await listen(server);
  return {
    address: address.replace('127.0.0.1', 'localhost'),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
