/** Returns the address of the SCIM service. */
export const scimBase = (): string => `${process.env.SITE_ADDRESS ?? ''}/api/scim/v2`;
