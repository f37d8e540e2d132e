import { singleSignOn } from '../../shared/contracts/single-sign-on.ts';
import { examplesOf } from '../support/examples.ts';
import type { Side } from '../support/world.ts';

const binding = '0'.repeat(64);
const params = ({ partner }: Side) => ({ params: { partnerID: partner.id } });
const domain = ({ partner }: Side) => ({ params: { partnerID: partner.id, domain: 'tern.example' } });

/** A provider whose name has no address. */
const form = (side: Side) => ({
  ...params(side),
  body: {
    provider: {
      protocol: 'oidc',
      issuer: 'https://idp.invalid',
      clientId: 'wellport',
      clientSecret: 'secret',
      secretExpiresOn: null,
    },
    policy: {
      isRequired: false,
      breakGlassUserIds: [],
      stepUpAtProvider: false,
      sessionHours: null,
      idleMinutes: null,
      canRequestEnrollment: false,
    },
    version: 0,
  },
});

const sides = <Sent>(of: (side: Side) => Sent) => ({
  own: ({ own }: { own: Side }) => of(own),
  other: ({ other }: { other: Side }) => of(other),
});

const response = () => ({ body: { state: 'no such state', browserSecret: 'secret', query: 'code=1' } });

export const examples = examplesOf(singleSignOn, {
  startLogin: { own: () => ({ body: { userName: 'x@tern.example', binding } }) },
  completeLogin: { own: response },
  completeOwnLogin: { own: response },
  samlResponse: {
    own: ({ own }) => ({ ...params(own), body: { SAMLResponse: 'AAAA', RelayState: 'no such state' } }),
  },
  samlMetadata: { own: ({ own }) => params(own) },
  providerLogout: { own: ({ own }) => ({ ...params(own), body: { logout_token: 'a.b.c' } }) },
  confirmLink: { own: () => ({ body: { token: 'no such token' } }) },
  settings: sides(params),
  saveProvider: sides(form),
  tryProvider: sides((side) => ({ ...params(side), body: { binding } })),
  confirmProvider: sides((side) => ({ ...params(side), body: { version: 0 } })),
  discardProvider: sides(params),
  turnOff: sides(params),
  addDomain: sides((side) => ({ ...params(side), body: { domain: 'tern.example' } })),
  proveDomain: sides(domain),
  removeDomain: sides(domain),
  beginProviderProof: { own: () => ({ body: { action: 'partners.save', binding } }) },
});
