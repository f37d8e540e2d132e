import { UserError } from '../local/tools/user-error.ts';

/**
 * Checks a deployed stage as a visitor: its pages, API, and components. Throws with all failures.
 *
 * @param release expected release of all components, optional
 */
export async function smoke(site: string, release?: string): Promise<string> {
  const wrong: string[] = [];
  const ask = async (path: string) => {
    const response = await fetch(`${site}${path}`);
    if (!response.ok) wrong.push(`${path} answers ${response.status}`);
    return { text: await response.text(), release: response.headers.get('x-release') };
  };
  const page = await ask('/');
  if (!page.text.includes('<div id="root"')) wrong.push('/ is not the site');
  const config = JSON.parse((await ask('/config.json')).text) as { release?: string };
  const health = await ask('/api/healthcheck');
  if (health.text !== 'OK!') wrong.push('/api/healthcheck does not return OK!');
  const parts = await ask('/api/healthcheck/parts');
  const pages = config.release ?? 'unnamed';
  if (health.release !== pages) wrong.push(`the pages are of ${pages}, the endpoints of ${health.release}`);
  if (release && pages !== release) wrong.push(`the release is ${pages}, not ${release}`);
  if (wrong.length > 0)
    throw new UserError(`${site} is not healthy:\n  ${wrong.join('\n  ')}\n${parts.text}`);
  return `${site} serves release ${pages}. ${parts.text}`;
}
