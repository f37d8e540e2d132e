import { Hono } from './tools/hono.mjs';
import { existsSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from './tools/user-error.ts';
import { milliseconds } from './tools/time-and-chance.ts';
import '../../functions/platform/frozen-prototypes.ts';
import { getRequestListener } from '@hono/node-server';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { isTemporary } from '../../functions/platform/client-settings.ts';
import { bankRoutes, startBank } from './bank/bank-routes.ts';
import { emailsInMailbox, mailboxRoutes } from './mailbox.ts';
import { elsewhereRoutes, oldBuild, builtSite, type Site, sourceSite } from './built-site.ts';
import { issuerAt, startIdentityProviders } from './identity-providers.ts';
import { startEngines, setEnvironment, stopOrphanedEngines } from './engines.ts';
import { lockData } from './data-lock.ts';
import { demoCompany } from './demo/scenario.ts';
import { loadSnapshot } from './demo/snapshot.ts';
import { gateway } from './gateway.ts';
import { isFree, portsFrom } from './ports.ts';
import { provision } from './provision.ts';
import { startBounces } from './bounces.ts';
import { startSchedules, startWorker } from './worker.ts';

/** The local clock: GET shows it with a form, POST sets it to an instant, DELETE (or "reset") to the real time. */
export function clockRoutes(data: string): Hono {
  const file = join(data, 'clock.json');
  const set = (shift: number) => {
    process.env.CLOCK_SHIFT_MS = String(shift);
    writeFileSync(file, JSON.stringify({ shift }));
  };
  process.env.CLOCK_SHIFT_MS = String(existsSync(file) ? shiftIn(file) : 0);
  const time = () => new Date(milliseconds() + Number(process.env.CLOCK_SHIFT_MS)).toISOString();
  return new Hono()
    .get('/local/clock', (context) => context.html(page(time())))
    .post('/local/clock', async (context) => {
      const origin = context.req.header('origin');
      // forms of other sites must not change the local time
      if (origin !== undefined && origin !== `http://${context.req.header('host')}`)
        return context.text('The clock takes no form from another site. Nothing was changed.', 403);
      const form = new URLSearchParams(await context.req.text());
      const instant = form.has('reset') ? milliseconds() : Date.parse(form.get('instant') ?? '');
      if (Number.isNaN(instant))
        return context.text('The instant is not readable. Write it as 2026-12-09T12:00:00Z.', 400);
      set(instant - milliseconds());
      return context.req.header('accept')?.includes('json')
        ? context.json({ now: time() })
        : context.redirect('/local/clock', 303);
    });
}

/** Returns the stored shift. Throws UserError if the file is damaged. */
function shiftIn(file: string): number {
  try {
    const { shift } = JSON.parse(readFileSync(file, 'utf8')) as { shift: unknown };
    if (typeof shift === 'number' && Number.isFinite(shift)) return shift;
  } catch {
    // reported below
  }
  throw new UserError(
    `The local clock's file ${file} is damaged. Your data is unchanged. Delete the file to use the real time, then start again; the clock can be set at /local/clock.`,
  );
}

const page = (
  instant: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Local clock | Wellport</title>
<style>body{font:16px/1.5 system-ui;max-width:32rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}input,button{font:inherit;padding:.5rem}</style></head>
<body><h1>Local clock</h1><p>The portal believes it is <strong>${instant}</strong>. Set it to close a month without waiting for it.</p>
<form method="post"><label>New time (ISO, UTC)<br><input name="instant" value="${instant.slice(0, 19)}Z" size="24"></label> <button>Set</button> <button name="reset" value="yes">Real time</button></form></body></html>`;

export interface Running {
  address: string;
  mailbox: string;
  stop: () => Promise<void>;
}

export interface StartOptions {
  port: number;
  data: string;
  /** Serves the built site, as on the CDN, instead of sources that reload. */
  built?: boolean;
  /** Omits the demo data. */
  bare?: boolean;
  say?: (line: string) => void;
}

/** Starts the whole portal on this machine: engines, data, API, site. */
export async function startWellport({
  port,
  data,
  built,
  bare,
  say = () => {},
}: StartOptions): Promise<Running> {
  const folder = resolve(data);
  const ports = portsFrom(port);
  const address = `http://localhost:${port}`;
  makeFolder(folder);
  const release = await lockData(folder, port);
  await stopOrphanedEngines(folder);
  for (const [what, number] of Object.entries(ports))
    if (!(await isFree(number)))
      throw new UserError(
        `Port ${number} (${what}) is taken. Stop what uses it, or choose another: npm start -- --port ${port + 100}`,
      );
  say('Starting the local cloud: table, files, user pool, mailbox.');
  const storeSnapshot = bare ? undefined : loadSnapshot(folder, port);
  setEnvironment(ports, folder);
  let engines = await startEngines(ports, folder, say);
  await provision();
  const server = createServer();
  const site = built ? builtSite('dist/web', { guarded: true }) : await sourceSite(server);
  const old = built && oldBuild('dist/web', 'web', 'shared');
  if (old) say(old);
  const bank = { load: site.load, folder: join(folder, 'bank') };
  const app = new Hono();
  app.route('/', gateway(ports, site.load));
  app.route('/', clockRoutes(folder));
  app.route('/', mailboxRoutes(emailsInMailbox));
  app.route('/', bankRoutes(bank));
  app.route('/', elsewhereRoutes());
  const dataLoaded = Promise.withResolvers<void>();
  serve(server, site, app, dataLoaded.promise);
  const providers = await startIdentityProviders({ port: ports.identity, site: address, ...demoCompany });
  const closeServer = closingAll(server);
  await listen(server, port);
  say(`The site is at ${address}. Log-in completes when the data are loaded.`);
  if (!bare) await loadDemo(say, issuerAt(ports.identity));
  if (storeSnapshot) {
    await engines.stop();
    storeSnapshot();
    engines = await startEngines(ports, folder, say);
  }
  const queue = await startWorker(site.load);
  await startSchedules(site.load, folder, queue);
  startBounces(site.load);
  startBank(bank);
  dataLoaded.resolve();
  return {
    address,
    mailbox: `http://localhost:${ports.mail}`,
    stop: async () => {
      await Promise.all([closeServer(), site.close(), engines.stop(), providers.stop()]);
      release();
    },
  };
}

/** Loads the demo data; repeats a load that a busy machine interrupted, which creates the same rows. */
async function loadDemo(say: (line: string) => void, issuer: string, attempts = 2): Promise<void> {
  const { loadDemoData } = await import('./demo/load.ts');
  const { demoSignOn } = await import('./demo/partners.ts');
  try {
    await loadDemoData(say);
    await demoSignOn(issuer);
  } catch (error) {
    if (!isTemporary(error)) throw error;
    if (attempts === 1)
      throw new UserError(
        'The demo data were not loaded, because the local engines did not respond in time. Close other programs and run npm start again: it continues the load.',
      );
    say('The local engines did not respond in time. Loading the demo data again.');
    await loadDemo(say, issuer, attempts - 1);
  }
}

/** Returns a function that closes a server with all connections; closeAllConnections omits the WebSockets of open pages. */
function closingAll(server: Server): () => Promise<unknown> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return async () => {
    const closed = new Promise((done) => server.close(done));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
}

/** Serves site and API. Requests wait for the data, so that log-in works with the first page. */
function serve(server: Server, site: Site, app: Hono, dataLoaded: Promise<void>): void {
  const api = getRequestListener(app.fetch);
  server.on('request', (request, response) =>
    /^\/(api|local)(\/|$|\?)/.test(request.url ?? '/')
      ? void dataLoaded.then(async () => api(request, response))
      : site.serve(request, response),
  );
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((ready, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', ready);
  });

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new UserError(`The data folder ${folder} cannot be made: ${(error as Error).message}.`);
  }
}
