/**
 * Returns the address of the external privacy request form if the page can embed it: a complete https address without
 * credentials on another origin than `ownOrigin`.
 */
export function requestFormAddress(configured: string | undefined, ownOrigin: string): string | undefined {
  if (!configured || !URL.canParse(configured)) return undefined;
  const { protocol, username, password, origin, href } = new URL(configured);
  return protocol === 'https:' && !username && !password && origin !== ownOrigin ? href : undefined;
}
