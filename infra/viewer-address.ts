import { viewerAddressHeader } from '../functions/platform/source.ts';

/**
 * CloudFront function for API requests: sets the visitor's address and overwrites a value sent by the visitor. API
 * Gateway itself sees the CDN's address.
 */
export const viewerAddress = `
function handler(event) {
  event.request.headers['${viewerAddressHeader}'] = { value: event.viewer.ip };
  return event.request;
}
`;
