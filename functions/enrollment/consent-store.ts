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

/** What the page needs of a record; undefined where there is none for these words. */
export const stateOf = (hash: string, consent: AgreementConsent | undefined) => ({
  hash,
  opened: consent !== undefined,
  read: Boolean(consent?.read),
  agreed: Boolean(consent?.agreed),
});

/** Keeps an event; agreeing is a decision, so it is audited too. */
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
