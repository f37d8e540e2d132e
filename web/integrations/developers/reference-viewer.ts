import sheet from 'swagger-ui-dist/swagger-ui.css?url';
import SwaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { forClients, type OpenApi } from '../../../shared/integrations/client-document.ts';
import './reference-viewer.css';

/** Loads the viewer's styles, which the site's sheet does not contain. */
const loadStyles = (): Promise<void> =>
  new Promise((loaded, failed) => {
    if (document.querySelector(`link[href="${sheet}"]`)) return loaded();
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet });
    link.addEventListener('load', () => loaded());
    link.addEventListener('error', () => failed(new Error('the styles did not load')));
    return document.head.append(link);
  });

/** Renders the requests of API clients into an element. Throws if the document does not load. */
export async function showReference(element: HTMLElement): Promise<void> {
  const [response] = await Promise.all([fetch('/api/openapi.json'), loadStyles()]);
  if (!response.ok) throw new Error(`the document responded with ${response.status}`);
  const spec = forClients((await response.json()) as OpenApi);
  await new Promise<void>((onComplete) => {
    SwaggerUi({ domNode: element, spec, docExpansion: 'list', onComplete });
  });
}
