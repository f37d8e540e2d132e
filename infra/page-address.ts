/**
 * The CDN's function for addresses of pages: every path whose last part has no dot is a page of the one-page site. It
 * runs on requests for the site only; an unknown call under /api keeps its 404. Written in what CloudFront runs.
 */
export const pageAddress = `
function handler(event) {
  var request = event.request;
  var last = request.uri.substring(request.uri.lastIndexOf('/') + 1);
  if (last.indexOf('.') === -1) request.uri = '/index.html';
  return request;
}
`;
