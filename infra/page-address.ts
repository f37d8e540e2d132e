import { publicPages } from './site-pages.mjs';

/**
 * Where the drawing of a public page is in the built site; apart from index.html, which serves all other pages.
 */
export const prerenderedPage = (path: string): string => `pages${path === '/' ? '/index' : path}.html`;

/** The public pages that are drawn when the site is built: all but the one that only leads elsewhere. */
export const prerenderedPaths: readonly string[] = publicPages
  .map(({ path }) => path)
  .filter((path) => path !== '/dashboard');

/** The file of the built site that an address gives, as the CDN's function below finds it. */
export const fileOfAddress = (path: string): string => {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path;
  if (prerenderedPaths.includes(bare)) return prerenderedPage(bare);
  return path.slice(path.lastIndexOf('/') + 1).includes('.') ? path.slice(1) : 'index.html';
};

/**
 * The CDN's function for addresses of pages: a public page is its drawing, and every other path whose last part has no
 * dot is a page of the one-page site. It runs on requests for the site only; an unknown call under /api keeps its 404.
 * Written in what CloudFront runs.
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
