import { publicPages } from './site-pages.mjs';

/** Returns the file of a prerendered page; index.html serves all other pages. */
export const prerenderedPage = (path: string): string => `pages${path === '/' ? '/index' : path}.html`;

/** Public pages that the build prerenders: all except redirects. */
export const prerenderedPaths: readonly string[] = publicPages
  .map(({ path }) => path)
  .filter((path) => path !== '/dashboard');

/** Returns the file of the built site for an address, as the CDN's function does. */
export const fileOfAddress = (path: string): string => {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path;
  if (prerenderedPaths.includes(bare)) return prerenderedPage(bare);
  return path.slice(path.lastIndexOf('/') + 1).includes('.') ? path.slice(1) : 'index.html';
};

/**
 * CloudFront function for page addresses: returns the prerendered file of a public page, and index.html for other paths
 * without a dot. It runs on site requests only, so an unknown path under /api remains a 404.
 */
export const pageAddress = `
var drawn = ${JSON.stringify(Object.fromEntries(prerenderedPaths.map((path) => [path, `/${prerenderedPage(path)}`])))};
function handler(event) {
  var request = event.request;
  var bare = request.uri.length > 1 ? request.uri.replace(/\\/$/, '') : request.uri;
  var last = request.uri.substring(request.uri.lastIndexOf('/') + 1);
  if (Object.prototype.hasOwnProperty.call(drawn, bare)) request.uri = drawn[bare];
  else if (last.indexOf('.') === -1) request.uri = '/index.html';
  return request;
}
`;
