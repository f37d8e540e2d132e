import { dateInChicago } from '../../shared/calendar.ts';
import { rightAt, riderOf, signingDay } from '../../shared/enrollment/cancellation-rights.ts';
import {
  agreementWords,
  agreementVersionOf,
  type AgreementForm,
} from '../../shared/enrollment/agreement-text.ts';
import { termsAtSigning, contractSteps, withAccess } from '../../shared/enrollment/contract-steps.ts';
import { consentStateOf } from '../../shared/members/health-consent.ts';
import { loadFacility } from '../facilities/store.ts';
import { mustLoadGroupMembership } from '../group-memberships/store.ts';
import { loadMember } from '../members/store.ts';
import { keyedDigests } from '../platform/keyed-digest.ts';
import { agreementTextHash, type AgreementText } from './agreement-pdf.ts';
import { mustHaveConsented, type CompleteConsent } from '../../shared/enrollment/electronic-consent.ts';
import type { Signing } from '../../shared/enrollment/enroll.ts';
import { operationTypes } from '../../shared/programs.ts';
import { latinNameOf } from '../../shared/members/latin-name.ts';
import type { Member } from '../../shared/members/member.ts';
import { loadConsent } from './consent-store.ts';
import { requireUsableNumbers } from '../bank-accounts/unusable-numbers.ts';
import { bankAccountChange } from '../bank-accounts/store.ts';
import { replacedAccount } from '../accounts/replace-account.ts';
import { loadKeyFobs } from '../employees/store.ts';
import { cancellationOverrides, loadFeatureFlags } from '../settings/store.ts';
import type { Change } from '../table/write.ts';

/** Returns the text of a version that is signed now, with the rider of the state for a member who enrolls. */
export function wordsOf(
  { member, facility, terms }: Omit<Signing, 'keyFob'>,
  now: Date,
  version = agreementVersionOf(terms),
): AgreementText {
  const right = rightAt(facility, member, signingDay(now), cancellationOverrides());
  const rider = member.enrolledOn === null ? riderOf(right) : undefined;
  const words = agreementWords(version, terms.programPaymentTypeId, facility, rider);
  if (!words) throw new Error(`the agreement of version ${version} has no words`);
  return words;
}

/** Returns the text that a member would sign today for a facility, and its hash. */
export async function wordsToSign(
  { memberId, facilityId }: { memberId: string; facilityId: string },
  now: Date,
): Promise<{ words: AgreementText; hash: string; needsHealthConsent: boolean }> {
  const [member, facility] = await Promise.all([loadMember(memberId), loadFacility(facilityId)]);
  const program = await mustLoadGroupMembership(member.partnerId);
  const terms = termsAtSigning(program, dateInChicago(now));
  const words = wordsOf({ member, facility, terms }, now);
  const needsHealthConsent = consentStateOf(member, facility) !== null;
  return { words, hash: agreementTextHash(words), needsHealthConsent };
}

/**
 * Returns the six-digit codes at the top of this text in the viewer and in the PDF, as proof that the member can read the
 * form of the records (15 USC 7001(c)(1)(C)(ii)). They are derived, so that reading writes nothing; one per version of
 * the key, of which the first is shown.
 */
export async function signingCodes(memberId: string, hash: string): Promise<string[]> {
  const digests = await keyedDigests(`pdf/${memberId}/${hash}`);
  return digests.map((digest) =>
    String(Buffer.from(digest, 'base64url').readUInt32BE() % 1_000_000).padStart(6, '0'),
  );
}

/** Returns the code that is displayed, in two groups of digits. */
export async function displayedCode(memberId: string, hash: string): Promise<string> {
  const [code = ''] = await signingCodes(memberId, hash);
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

/** Loads the data that a signature depends on. */
export async function loadSigning(
  member: Member,
  form: Pick<AgreementForm, 'keyFobNumber'> & { facilityId: string },
  now: Date,
): Promise<Signing> {
  const [facility, program, flags, [keyFob]] = await Promise.all([
    loadFacility(form.facilityId),
    mustLoadGroupMembership(member.partnerId),
    loadFeatureFlags(),
    loadKeyFobs(form.keyFobNumber === undefined ? [] : [form.keyFobNumber]),
  ]);
  const { priceNoticeDays, state, until, refundDays } = rightAt(
    facility,
    member,
    signingDay(now),
    cancellationOverrides(),
  );
  return {
    member: withAccess(member, flags),
    facility,
    terms: termsAtSigning(program, dateInChicago(now)),
    keyFob,
    priceNoticeDays,
    signedRight: { state, until, refundDays },
  };
}

/** Returns the consent of a signature; throws unless its text was opened, read, and agreed to, and is still current. */
export async function loadCompleteConsent(signing: Signing, now: Date): Promise<CompleteConsent> {
  const { member, facility } = signing;
  const words = wordsOf(signing, now);
  const consent = await loadConsent({ memberId: member.id, facilityId: facility.id });
  return mustHaveConsented(consent, agreementTextHash(words));
}

/** Returns the writes of entered bank accounts, and their payee tokens. */
export async function bankAccountChanges(
  { member, terms }: Signing,
  form: Pick<AgreementForm, 'withdrawalFromBankAccount' | 'depositToBankAccount' | 'latinName'>,
  newId: () => string,
  now: Date,
): Promise<{ changes: Change[]; tokens: Pick<Member, 'withdrawalPayeeToken' | 'depositPayeeToken'> }> {
  const steps = contractSteps(terms, member);
  const tokens = {
    withdrawalPayeeToken: member.withdrawalPayeeToken,
    depositPayeeToken: member.depositPayeeToken,
  };
  const changes: Change[] = [];
  const payeeName = form.latinName || latinNameOf(member);
  const owner = { ownerKind: 'member', ownerId: member.id, payeeName } as const;
  if (steps.includes('withdrawal') && form.withdrawalFromBankAccount) {
    const field = 'withdrawalFromBankAccount.accountNumber';
    await requireUsableNumbers(member, form.withdrawalFromBankAccount, field);
    tokens.withdrawalPayeeToken ??= newId();
    changes.push(
      ...(await bankAccountChange(
        tokens.withdrawalPayeeToken,
        // the agreement authorizes debits
        { ...owner, isAuthorized: true },
        form.withdrawalFromBankAccount,
        now,
      )),
    );
  }
  if (steps.includes('deposit') && form.depositToBankAccount) {
    await requireUsableNumbers(member, form.depositToBankAccount, 'depositToBankAccount.accountNumber');
    tokens.depositPayeeToken ??= newId();
    changes.push(
      ...(await bankAccountChange(
        tokens.depositPayeeToken,
        { ...owner, bankFlow: 'memberReimbursement' },
        form.depositToBankAccount,
        now,
      )),
    );
  }
  return { changes, tokens };
}

/**
 * Returns the writes of the accounts that an enrolled member entered, by the rules of a replaced account, the member to
 * write, and what the email says about them.
 */
export async function replacedAtSigning(
  { member, terms }: Signing,
  form: Pick<AgreementForm, 'withdrawalFromBankAccount' | 'depositToBankAccount'>,
  context: { who: string; now: Date; newId: () => string },
): Promise<{ changes: Change[]; after: Member; notices: string[] }> {
  const steps = contractSteps(terms, member);
  const entered = [
    { step: 'withdrawal', field: 'withdrawalFromBankAccount', operationTypeId: operationTypes.debit },
    { step: 'deposit', field: 'depositToBankAccount', operationTypeId: operationTypes.credit },
  ] as const;
  const changes: Change[] = [];
  const notices: string[] = [];
  let after = member;
  for (const { step, field, operationTypeId } of entered) {
    const account = form[field];
    if (!steps.includes(step) || !account) continue;
    // the agreement authorizes debits
    const bankAccount = { ...account, operationTypeId, isAuthorized: true };
    const replaced = await replacedAccount(
      { member: after, terms },
      { ...context, bankAccount, field, version: undefined },
    );
    changes.push(...replaced.changes);
    after = replaced.after;
    if (!replaced.isSame)
      notices.push(`The account for ${step}s now ends in ${account.accountNumber.slice(-4)}.`);
    if (replaced.isActiveAgain) notices.push('Your membership is active again.');
  }
  return { changes, after, notices };
}
