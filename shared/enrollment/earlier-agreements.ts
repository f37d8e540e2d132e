import { isMemberPaid, isPartnerPaid, type ProgramPaymentTypeId } from '../programs.ts';

export interface AgreementSection {
  heading: string;
  paragraphs: readonly string[];
}

// Texts that were signed before version 4. They are displayed to their signers and can no longer be signed; a test
// compares the hash of each.

const useAndAccess: AgreementSection = {
  heading: 'Use of the club',
  paragraphs: [
    'You may use the club you enroll in while it is open to members, and you follow its posted rules.',
    'Your key fob is yours alone. Check in at every visit.',
  ],
};

const carefulUse: AgreementSection = {
  heading: 'Use of the club and its equipment',
  paragraphs: [
    'You may use the equipment and rooms of the club you enroll in while it is open to members, and you follow its posted rules and the directions of its staff.',
    'Use equipment the way it is meant to be used and tell the club when something is damaged.',
  ],
};

const keyFob: AgreementSection = {
  heading: 'Your key fob',
  paragraphs: [
    'The key fob is yours alone. Check in at every visit: visits that were not recorded cannot be counted. Report a lost key fob on the day you notice.',
  ],
};

const health: AgreementSection = {
  heading: 'Your health',
  paragraphs: [
    'You confirm that, as far as you know, you are fit to exercise. You use the club at your own risk, except where the law does not allow that to be agreed.',
  ],
};

const duesOf = (type: ProgramPaymentTypeId, withDays: boolean): AgreementSection =>
  isPartnerPaid({ programPaymentTypeId: type })
    ? { heading: 'Dues', paragraphs: ['Your employer or insurer pays the dues of this membership.'] }
    : {
        heading: 'Dues and your bank account',
        paragraphs: [
          'You pay the monthly dues shown with this agreement, and you authorize Wellport to withdraw them from the bank account you named.',
          ...(withDays
            ? [
                'Dues are withdrawn on the 1st of the month. The first month is charged by the day. You may end the authorization by writing to us.',
              ]
            : []),
        ],
      };

const reimbursement: AgreementSection = {
  heading: 'Reimbursements',
  paragraphs: [
    'You are reimbursed for a month in which you made at least the number of visits shown with this agreement. Reimbursements are paid after the 25th of the following month.',
  ],
};

const ending: AgreementSection = {
  heading: 'Ending your membership',
  paragraphs: ['Your membership ends when you or your employer or insurer end it.'],
};

const signature: AgreementSection = {
  heading: 'Your signature',
  paragraphs: ['You agree to sign electronically. Ticking the box and submitting is your signature.'],
};

/** The sections of versions 1 to 3, by payer. */
export const earlierSections: Record<number, (type: ProgramPaymentTypeId) => readonly AgreementSection[]> = {
  1: (type) => [useAndAccess, duesOf(type, false), ending, signature],
  2: (type) => [carefulUse, keyFob, health, duesOf(type, false), ending, signature],
  3: (type) => [
    carefulUse,
    keyFob,
    health,
    duesOf(type, true),
    ...(isMemberPaid({ programPaymentTypeId: type }) ? [reimbursement] : []),
    ending,
    signature,
  ],
};
