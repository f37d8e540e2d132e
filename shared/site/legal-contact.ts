/**
 * How people reach Wellport about privacy, terms and accessibility: the one place where the legal pages, the privacy
 * notices and the authorized agent form take it from. Whoever runs the portal writes their own here (docs/deploy.md):
 * these are reserved for tests, like every other address of the portal, so that nothing reaches a stranger.
 */
export const wellport = {
  company: 'Wellport, Inc.',
  privacyMail: 'privacy@wellport.test',
  supportMail: 'support@wellport.test',
  legalMail: 'legal@wellport.test',
  /** The toll-free number for requests under California law, as it is shown. */
  tollFree: '1-800-555-0142',
  tollFreeLink: 'tel:+18005550142',
  postalAddress: ['Wellport, Inc.', 'Attn: Privacy Office', 'P.O. Box 1400', 'Minneapolis, Minnesota 55440'],
} as const;

/** The postal address in one line, for a sentence. */
export const postalLine: string = wellport.postalAddress.join(', ');
