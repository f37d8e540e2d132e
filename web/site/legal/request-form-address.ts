/**
 * Where the external privacy request form is, when the site's configuration names one that can be shown inside a
 * page: a complete https address without user information, on a site that is not `ownOrigin`.
 */
export function requestFormAddress(configured: string | undefined, ownOrigin: string): string | undefined {
  if (!configured || !URL.canParse(configured)) return undefined;
  const { protocol, username, password, origin, href } = new URL(configured);
  return protocol === 'https:' && !username && !password && origin !== ownOrigin ? href : undefined;
}
