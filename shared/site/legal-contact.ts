/**
 * Wellport's contact details for privacy, terms, and accessibility, used by all legal pages, and privacy notices.
 * Replace them before the first deployment (docs/deploy.md): the values are reserved for tests.
 */
export const wellport = {
  company: 'Wellport, Inc.',
  privacyMail: 'privacy@wellport.test',
  supportMail: 'support@wellport.test',
  legalMail: 'legal@wellport.test',
  /** Toll-free number for requests under California law, as displayed. */
  tollFree: '1-800-555-0142',
  tollFreeLink: 'tel:+18005550142',
  postalAddress: ['Wellport, Inc.', 'Attn: Privacy Office', 'P.O. Box 1400', 'Minneapolis, Minnesota 55440'],
} as const;
