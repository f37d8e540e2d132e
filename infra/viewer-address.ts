import { viewerAddressHeader } from '../functions/platform/source.ts';

/**
 * The CDN's function for calls: says whose request it is, in place of whatever the visitor wrote there. API Gateway
 * itself sees the CDN's own address. Written in what CloudFront runs.
 */
export const viewerAddress = `
function handler(event) {
  event.request.headers['${viewerAddressHeader}'] = { value: event.viewer.ip };
  return event.request;
}
`;
