import { Hono } from './tools/hono.mjs';
import type { Ports } from './ports.ts';

/** Forwards requests of the browser to the local user pool, so that the site has one origin. */
export function proxyPeople(ports: Ports): Hono {
  return new Hono().post('/local/cognito/', async (context) => {
    const response = await fetch(`http://127.0.0.1:${ports.people}/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': context.req.header('x-amz-target') ?? '',
      },
      body: await context.req.text(),
    });
    return new Response(await response.text(), {
      status: response.status,
      headers: { 'content-type': 'application/x-amz-json-1.1' },
    });
  });
}
