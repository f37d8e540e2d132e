import { Hono } from './tools/hono.mjs';

/** Pages that stand in for external systems of a deployment. */
const places: Readonly<Record<string, string>> = {
  requestDemo: 'Request a demo',
  facilitySignUp: 'Sign up a facility',
  memberActivation: 'Activate a key fob',
};

/** External links for /config.json. */
export const externalLinks = Object.fromEntries(
  Object.keys(places).map((name) => [name, `/local/elsewhere/${name}`]),
);

export const elsewhereRoutes = (): Hono =>
  new Hono().get('/local/elsewhere/:name', (context) => {
    const title = places[context.req.param('name')];
    return title ? context.html(page(title)) : context.notFound();
  });

const page = (
  title: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} | elsewhere</title>
<style>body{font:16px/1.5 system-ui;max-width:32rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}a{color:inherit}</style></head>
<body><main><h1>${title}</h1><p>This page belongs to another system. A deployment names its address; on this machine there is only this page.</p>
<p><a href="/">Back to Wellport</a></p></main></body></html>`;
