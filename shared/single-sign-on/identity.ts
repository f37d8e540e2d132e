import type { IdentityProtocol } from './sign-on.ts';

/** A person as a partner's provider describes them, after its signature and all conditions were verified. */
export interface ProviderIdentity {
  protocol: IdentityProtocol;
  /** OpenID Connect: `iss`. SAML: entity ID of the provider. */
  issuer: string;
  /** Stable at this issuer: `sub`, or NameID in its format. */
  subject: string;
  /** Lowercase. */
  email: string | null;
  /** SAML has no such claim: false; `isVerifiedAddress` decides with the partner's proven domains. */
  emailVerified: boolean;
  /** IDs that SCIM may know as `externalId`: `oid`, `sub`, NameID, attribute of the employee number. */
  externalIds: string[];
  /** Every claim or attribute, as a trial displays it. */
  claims: { name: string; value: string }[];
  /** Seconds: `auth_time`, or AuthnInstant. */
  authenticatedAt: number | null;
  /** `acr`, or AuthnContextClassRef. */
  contextClass: string | null;
  /** `sid`, or SessionIndex. */
  providerSession: string | null;
  /** Log-out page of the provider, where it has one. */
  logoutAddress?: string;
}
