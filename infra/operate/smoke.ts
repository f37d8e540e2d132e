import { endAfter } from '../../functions/platform/time-and-chance.ts';
import { wait } from '../local/tools/time-and-chance.ts';
import { UserError } from '../local/tools/user-error.ts';

const attempts = 12;
const pauseMs = 5000;
/** A response that takes longer fails, so that an attempt ends. */
const timeoutMs = 10_000;

/** Repeats the check for up to a minute, because a new release becomes visible step by step. */
export async function smokeForAMinute(
  site: string,
  release?: string,
): Promise<{ release: string; text: string }> {
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    const checked = await smoke(site, release).catch((error: Error) => error);
    if (!(checked instanceof Error)) return checked;
    // without DNS, a minute changes nothing
    if (/\((ENOTFOUND|EAI_AGAIN)\)/.test(checked.message)) throw checked;
    if (attempt === 1) console.error(`${checked.message} Trying again for a minute.`);
    await wait(pauseMs);
  }
  return smoke(site, release);
}

/**
 * Checks a deployed stage as a visitor: its pages, API, and components. Throws with all failures in one sentence.
 *
 * @param release expected release of all components, optional
 */
async function smoke(site: string, release?: string): Promise<{ release: string; text: string }> {
  const wrong: string[] = [];
  const ask = async (path: string) => {
    try {
      const response = await fetch(`${site}${path}`, { signal: endAfter(timeoutMs) });
      if (!response.ok) wrong.push(`${path} answers ${response.status}`);
      return { text: await response.text(), release: response.headers.get('x-release') };
    } catch (error) {
      const { code = (error as Error).name } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
      wrong.push(`${path} does not respond (${code})`);
      return { text: '', release: null };
    }
  };
  const page = await ask('/');
  if (!page.text.includes('<div id="root"')) wrong.push('/ is not the site');
  const config = configIn((await ask('/config.json')).text);
  if (config === undefined) wrong.push('/config.json is not readable');
  const health = await ask('/api/healthcheck');
  if (health.text !== 'OK!') wrong.push('/api/healthcheck does not return OK!');
  const parts = await ask('/api/healthcheck/parts');
  const pages = config?.release ?? 'unnamed';
  if (health.release !== pages) wrong.push(`the pages are of ${pages}, the endpoints of ${health.release}`);
  if (release && pages !== release) wrong.push(`the release is ${pages}, not ${release}`);
  if (wrong.length > 0)
    throw new UserError(`${site} is not healthy: ${wrong.join('; ')}. Components: ${parts.text}`);
  return { release: pages, text: `${site} serves release ${pages}. ${parts.text}` };
}

function configIn(text: string): { release?: string } | undefined {
  try {
    return JSON.parse(text) as { release?: string };
  } catch {
    return undefined;
  }
}
