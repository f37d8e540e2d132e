import type { ReactNode } from 'react';
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
import { LogInForm } from '../shell/SignInPopup.tsx';
import { Site } from '../shell/Site.tsx';
import { InPopup } from '../ui/Popup.tsx';
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

const nothing = () => undefined;

const signUp = (requiresCodeWord: boolean, ...domains: string[]) => (
  <SignUpForm
    linkToken=""
    form={{ partnerName: '{partnerName}', domains, requiresCodeWord }}
    onSent={nothing}
  />
);

const logIn = (
  <InPopup value>
    <LogInForm
      step={{ at: 'log in', userName: '' }}
      onStep={nothing}
      onAttempt={nothing}
      redirectUrl={undefined}
      onClose={nothing}
    />
  </InPopup>
);

/** Forms that are not in a prerendered page, by the IDs of their markup (`FormOnUse`). */
const forms = {
  newPassword: <AcceptForm endpoint={users.acceptInvitation} token="" home="" />,
  signUpWithDomains: signUp(false, '{domains}'),
  signUpWithCodeWord: signUp(true),
  signUpWithBoth: signUp(true, '{domains}'),
};

function templateOf(id: string, form: ReactNode): string {
  const page = renderToStaticMarkup(
    <Site>
      <MemoryRouter>
        <template id={id}>{form}</template>
      </MemoryRouter>
    </Site>,
    { identifierPrefix: id },
  );
  return page.slice(page.indexOf('<template'), page.lastIndexOf('</template>') + '</template>'.length);
}

/** Of all pages, because each can open the log-in. */
export const logInTemplate = (): string => templateOf('logIn', logIn);

/** Of index.html. */
export const formTemplates = (): string =>
  Object.entries(forms)
    .map(([id, form]) => templateOf(id, form))
    .join('');
