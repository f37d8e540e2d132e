import {
  type Evidence,
  isAbout,
  withEvent,
  wordsChanged,
  wrongCode,
} from '../../../shared/enrollment/electronic-consent.ts';
import { newTaggedDocument, toBytes } from '../../platform/pdf-document.ts';
import { AgreementPages, policyHtml } from '../agreement-pages.ts';
import type { AgreementText } from '../agreement-pdf.ts';
import { enrollment } from '../../../shared/contracts/enrollment.ts';
import { pdfType } from '../../../shared/media-types.ts';
import { handle } from '../../handle.ts';
import {
  displayedCode,
  wordsToSign,
  signingCodes,
  bankAccountChanges,
  replacedAtSigning,
  loadCompleteConsent,
  loadSigning,
} from '../signing.ts';
import { loadConsent, stateOf, saveConsent } from '../consent-store.ts';
import { dateInChicago, periodOf, type PeriodId } from '../../../shared/calendar.ts';
import { termsFor } from '../../../shared/group-memberships/terms-versions.ts';
import { firstDayOfEnrollment, firstDues, firstWithdrawals } from '../../../shared/payments/dues.ts';
import { comingChanges, formatPromisedChange } from '../../../shared/group-memberships/promised-terms.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import {
  checkEnroll,
  enrolledMember,
  healthConsentAtSigning,
  isEnrolledAt,
  checkSigning,
} from '../../../shared/enrollment/enroll.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadMember } from '../../members/store.ts';
import { saveEnrollment, saveSignature } from '../save-enrollment.ts';
import { signAgreement, signedBy } from '../sign-agreement.ts';
import { agreementVersionOf, isAgreementCurrent } from '../../../shared/enrollment/agreement-text.ts';
import { termsAtSigning, withAccess } from '../../../shared/enrollment/contract-steps.ts';
import { needsLatinName, suggestedLatinName } from '../../../shared/members/latin-name.ts';
import { loadMaskedAccounts } from '../../accounts/masked-accounts.ts';
import { loadPartner } from '../../partners/store.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { loadMemberFor } from '../../members/reach.ts';
import { loadAgreement } from '../store.ts';
import { duesAnnouncedAfterSigningAgain } from '../../../shared/enrollment/announced-dues.ts';
import { firstDayOf } from '../../../shared/members/member.ts';
import { isEnrolled } from '../../../shared/members/standing.ts';

/** Returns time and source of a request for the evidence of a signature. */
const evidenceFrom = ({
  now,
  address,
  header,
}: {
  now: Date;
  address: string;
  header: (name: string) => string | undefined;
}): Evidence => ({
  at: now.toISOString(),
  address,
  browser: (header('user-agent') ?? 'unknown').slice(0, 200),
});

const margin = 64;

/** Returns an agreement's text before signing, with the code that proves access to the PDF. */
async function previewPdf(words: AgreementText, code: string, at: Date): Promise<Uint8Array> {
  const document = newTaggedDocument(`${words.title}, to read before you sign`, {
    margin,
    at,
  });
  const bytes = toBytes(document);
  const page = new AgreementPages(document, { margin, scale: 1 });
  page.title(words.title, `Version ${words.version}, not signed`);
  page.details([['Your code', code]]);
  for (const { heading, paragraphs } of words.sections) page.section(heading, paragraphs);
  page.finish(`${words.title}, version ${words.version}, not signed`);
  return bytes;
}

export const agreementPreviewHandler = handle(enrollment.agreementPreview, async ({ query, now }) => {
  const { words, hash } = await wordsToSign(query, now);
  const code = await displayedCode(query.memberId, hash);
  return { name: 'Agreement to read.pdf', type: pdfType, bytes: await previewPdf(words, code, now) };
});

export const agreementTextHandler = handle(enrollment.agreementText, async ({ query, now }) => {
  const [{ words, hash, needsHealthConsent }, consent] = await Promise.all([
    wordsToSign(query, now),
    loadConsent(query),
  ]);
  return {
    ...stateOf(hash, isAbout(consent, hash) ? consent : undefined),
    html: policyHtml(words.sections),
    needsHealthConsent,
  };
});

export const agreementToReadHandler = handle(enrollment.agreementToRead, async ({ query, now }) => {
  const { words, hash } = await wordsToSign(query, now);
  return {
    title: `${words.title}, version ${words.version}, not signed`,
    code: await displayedCode(query.memberId, hash),
    html: policyHtml(words.sections),
  };
});

export const calculatedDuesHandler = handle(enrollment.calculatedDues, async ({ query, now }) => {
  const program = await mustLoadGroupMembership(query.partnerId);
  const firstDay = firstDayOfEnrollment(query.startingDateToCalculate, program.launchDate);
  const termsOf = (period: PeriodId) => termsFor(program, period);
  return {
    data: {
      duesAmount: firstDues(termsOf(periodOf(firstDay)), firstDay),
      withdrawals: firstWithdrawals(termsOf, firstDay, dateInChicago(now)),
    },
  };
});

export const enrollHandler = handle(enrollment.enroll, async (context) => {
  const { body, caller, now, newId } = context;
  const memberId = body.memberIds[0] ?? '';
  const member = await loadMember(memberId);
  const response = { success: true, message: 'You are enrolled. Welcome to your club.' };
  if (isEnrolledAt(member, body)) return response;
  const signing = await loadSigning(member, body, now);
  checkEnroll(signing, body);
  const evidence = { consent: await loadCompleteConsent(signing, now), from: evidenceFrom(context) };
  const today = dateInChicago(now);
  const firstDay = firstDayOfEnrollment(today, signing.terms.launchDate);
  const agreement = await signAgreement(signing, body, firstDay, now, evidence);
  const { changes, tokens } = await bankAccountChanges(signing, body, newId, now);
  const after = enrolledMember(signing, body, today, {
    agreement: signedBy(agreement),
    healthConsent: healthConsentAtSigning(signing, today),
    ...tokens,
  });
  try {
    await saveEnrollment({ signing, after, agreement, accounts: changes, who: caller.userId, now, newId });
  } catch (error) {
    // a concurrent duplicate request returns the result of the first one
    if (error instanceof Refusal && isEnrolledAt(await loadMember(memberId), body)) return response;
    throw error;
  }
  return response;
});

export const legalContractHandler = handle(enrollment.legalContract, async ({ query, caller, now }) => {
  const member = await loadMemberFor(caller, query.memberId);
  const signed = member.agreement;
  const name = `${member.firstName} ${member.lastName}`;
  const [program, partner, flags, accountsOf, paper] = await Promise.all([
    mustLoadGroupMembership(member.partnerId),
    loadPartner(member.partnerId),
    loadFeatureFlags(),
    loadMaskedAccounts([member]),
    signed ? loadAgreement(member.id, signed.rowKey) : undefined,
  ]);
  const { withdrawalFromBankAccount, depositToBankAccount } = accountsOf(member);
  const terms = termsAtSigning(program, dateInChicago(now));
  const month = periodOf(firstDayOfEnrollment(dateInChicago(now), program.launchDate));
  return {
    memberId: member.id,
    keyFobNumber: member.keyFobNumber,
    isMemberAgreed: isAgreementCurrent(signed?.version, terms),
    firstName: member.firstName,
    lastName: member.lastName,
    latinName: needsLatinName(name) ? (member.latinName ?? suggestedLatinName(name)) : null,
    contactNumber: member.phone ?? '',
    email: member.email,
    date: dateInChicago(signed ? new Date(signed.signedAt) : now),
    today: dateInChicago(now),
    memberSince: member.enrolledOn === null ? null : firstDayOf(member),
    documentAgreementVersion: signed?.version ?? agreementVersionOf(terms),
    versionToSign: agreementVersionOf(terms),
    programPaymentType: terms.programPaymentTypeId,
    memberReimbursementTypeId: terms.memberReimbursementTypeId,
    partnerId: member.partnerId,
    partnerName: partner.name,
    preferredAccessType: withAccess(member, flags).preferredAccessType,
    invitationStatus: member.invitationStatus,
    launchDate: terms.launchDate,
    memberDuesAmount: terms.memberDuesAmount,
    memberReimbursementAmount: terms.memberReimbursementAmount,
    numberOfVisitsToReimburse: terms.numberOfVisitsToReimburse,
    comingChanges: comingChanges(program, month).map(formatPromisedChange),
    facilityId: member.facilityId,
    facilityName: member.facilityName,
    agreementPartitionKey: signed?.partitionKey ?? null,
    agreementRowKey: signed?.rowKey ?? null,
    signed: paper?.lines
      ? {
          programPaymentType: paper.programPaymentTypeId ?? terms.programPaymentTypeId,
          lines: paper.lines,
          clubRules: paper.clubRules ?? null,
        }
      : null,
    withdrawalAccount: withdrawalFromBankAccount?.accountNumber ?? null,
    depositAccount: depositToBankAccount?.accountNumber ?? null,
  };
});

export const recordConsentHandler = handle(enrollment.recordConsent, async (context) => {
  const { body, caller, now } = context;
  const { memberId, facilityId, event, code = '' } = body;
  const { hash } = await wordsToSign(body, now);
  if (body.hash !== hash) throw new Refusal('conflict', wordsChanged);
  if (event === 'agreed' && !(await signingCodes(memberId, hash)).includes(code.replaceAll(/\s/g, '')))
    throw new Refusal('invalid', wrongCode, 'code');
  const before = await loadConsent(body);
  const after = withEvent(before, { memberId, facilityId, hash }, event, evidenceFrom(context));
  if (after !== before) await saveConsent(before, after, { event, who: caller.userId, now });
  return stateOf(hash, after);
});

export const resignHandler = handle(enrollment.resign, async (context) => {
  const { body, caller, now, newId } = context;
  const member = await loadMember(body.memberIds[0] ?? '');
  if (!isEnrolled(member) || member.facilityId !== body.facilityId)
    throw new Refusal('conflict', 'You are not enrolled in this club. Enroll in it first.');
  const response = { success: true, message: 'Thank you. Your agreement is signed.' };
  const signing = await loadSigning(member, body, now);
  if (isAgreementCurrent(member.agreement?.version, signing.terms)) return response;
  checkSigning(signing, body);
  const evidence = { consent: await loadCompleteConsent(signing, now), from: evidenceFrom(context) };
  const agreement = await signAgreement(
    signing,
    body,
    firstDayOf(member) ?? dateInChicago(now),
    now,
    evidence,
  );
  const latinName = body.latinName || member.latinName;
  const accounts = await replacedAtSigning({ ...signing, member: { ...signing.member, latinName } }, body, {
    who: caller.userId,
    now,
    newId,
  });
  const healthConsent = healthConsentAtSigning(signing, dateInChicago(now));
  const knownDues = duesAnnouncedAfterSigningAgain(signing.terms, member.knownDues, dateInChicago(now));
  const agreed = { agreement: signedBy(agreement), healthConsent };
  // the access of the record, not the one displayed while access passes are on
  const { preferredAccessType } = member;
  const after = { ...accounts.after, preferredAccessType, knownDues, ...agreed };
  const { changes, notices } = accounts;
  const saved = { signing, after, agreement, accounts: changes, who: caller.userId, now, newId };
  await saveSignature({ ...saved, notices });
  return response;
});
