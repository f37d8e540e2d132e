import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  MemoryRouter,
  createStaticRouter,
  StaticRouterProvider,
} from 'react-router-dom';
import { users } from '../../shared/contracts/users.ts';
import { SignUpForm } from '../employees/SignUpForm.tsx';
import { routesOf } from '../routes/page-routes.tsx';
import { publicPages } from '../routes/public-pages.ts';
import { Shell } from '../shell/Shell.tsx';
import { Site } from '../shell/Site.tsx';
import { AcceptForm } from '../users/NewPasswordFields.tsx';

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

const signUp = (requiresCodeWord: boolean, ...domains: string[]) => (
  <SignUpForm
    linkToken=""
    form={{ partnerName: '{partnerName}', domains, requiresCodeWord }}
    onSent={() => undefined}
  />
);

/** Forms of pages that are not prerendered, by their IDs in index.html (`FormOnUse`). */
const forms = {
  newPassword: <AcceptForm endpoint={users.acceptInvitation} token="" home="" />,
  signUpWithDomains: signUp(false, '{domains}'),
  signUpWithCodeWord: signUp(true),
  signUpWithBoth: signUp(true, '{domains}'),
};

export const formTemplates = (): string =>
  Object.entries(forms)
    .map(([id, form]) => {
      const page = renderToStaticMarkup(
        <Site>
          <MemoryRouter>
            <template id={id}>{form}</template>
          </MemoryRouter>
        </Site>,
      );
      return page.slice(page.indexOf('<template'), page.lastIndexOf('</template>') + '</template>'.length);
    })
    .join('');
