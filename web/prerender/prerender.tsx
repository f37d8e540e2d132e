import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { routesOf } from '../routes/page-routes.tsx';
import { publicPages } from '../routes/public-pages.ts';
import { Shell } from '../shell/Shell.tsx';
import { Site } from '../shell/Site.tsx';

const handler = createStaticHandler([{ id: 'shell', element: <Shell />, children: routesOf(publicPages) }]);

export async function prerender(path: string): Promise<string | undefined> {
  const context = await handler.query(new Request(`http://site${path}`));
  if (context instanceof Response || context.errors) return undefined;
  return renderToString(
    <Site>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </Site>,
  );
}
