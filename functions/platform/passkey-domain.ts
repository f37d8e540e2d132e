/** The address of the site, whose origin signs passkeys. */
export const siteAddress = (): URL => new URL(process.env.SITE_ADDRESS ?? '');

/** The domain that passkeys belong to: the host of the site. */
export const passkeyDomain = (): string => siteAddress().hostname;
