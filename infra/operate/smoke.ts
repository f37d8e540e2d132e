import { UserError } from '../local/user-error.ts';

/**
 * Looks at a deployed stage as a visitor does: its pages, the calls behind them, and the parts behind the calls. Throws
 * in a sentence with all that is wrong.
 *
 * @param release which all of them must be of, when one is given
 */
export async function smoke(site: string, release?: string): Promise<string> {
  const wrong: string[] = [];
  const ask = async (path: string) => {
    const answer = await fetch(`${site}${path}`);
    if (!answer.ok) wrong.push(`${path} answers ${answer.status}`);
    return { text: await answer.text(), release: answer.headers.get('x-release') };
  };
  const page = await ask('/');
  if (!page.text.includes('<div id="root"')) wrong.push('/ is not the site');
  const config = JSON.parse((await ask('/config.json')).text) as { release?: string };
  const health = await ask('/api/healthcheck');
  if (health.text !== 'OK!') wrong.push('/api/healthcheck does not say OK!');
  const parts = await ask('/api/healthcheck/parts');
  const pages = config.release ?? 'unnamed';
  if (health.release !== pages) wrong.push(`the pages are of ${pages}, the calls of ${health.release}`);
  if (release && pages !== release) wrong.push(`the release is ${pages}, not ${release}`);
  if (wrong.length > 0) throw new UserError(`${site} is not well:\n  ${wrong.join('\n  ')}\n${parts.text}`);
  return `${site} answers with release ${pages}. ${parts.text}`;
}
