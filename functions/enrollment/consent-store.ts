import {
  agreementConsent,
  type AgreementConsent,
  type SigningEvent,
} from '../../shared/enrollment/electronic-consent.ts';
import { Refusal } from '../../shared/refusal.ts';
import { auditWrite } from '../table/audit.ts';
import { change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import { transact } from '../table/transact.ts';

const consentEntity = entity({
  name: 'agreement consent',
  schema: agreementConsent,
  key: ({ memberId, facilityId }) => keys.agreementConsent(memberId, facilityId),
});

type Signer = Pick<AgreementConsent, 'memberId' | 'facilityId'>;

export const loadConsent = ({ memberId, facilityId }: Signer): Promise<AgreementConsent | undefined> =>
  get(consentEntity, keys.agreementConsent(memberId, facilityId));

/** Returns the part of a record that the page needs; undefined if there is none for this text. */
export const stateOf = (hash: string, consent: AgreementConsent | undefined) => ({
  hash,
  opened: consent !== undefined,
  read: Boolean(consent?.read),
  agreed: Boolean(consent?.agreed),
});

/** Stores an event; consent is also audited. */
export async function saveConsent(
  before: AgreementConsent | undefined,
  after: AgreementConsent,
  { event, who, now }: { event: SigningEvent; who: string; now: Date },
): Promise<void> {
  const { memberId, facilityId, hash, consentVersion } = after;
  const lost = new Refusal('conflict', 'This agreement is open in another tab too. Try again.');
  const isDecision = event === 'agreed';
  await transact(
    ...change(consentEntity, before ?? null, after, { lost }),
    ...(isDecision
      ? [
          auditWrite(
            {
              name: 'member agreed to sign electronically',
              subject: `member ${memberId}`,
              who,
              after: { facilityId, hash, consentVersion },
            },
            now,
          ),
        ]
      : []),
  );
}
