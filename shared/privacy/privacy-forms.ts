import * as z from 'zod';
import { calendarDate, choice, email, reasonText, text, usPhone } from '../fields.ts';
import { caseKinds, privacyCase } from './privacy-case.ts';

const detailsText = () => text('Details', { max: 1000, required: false, lines: true });
const kindChoice = () =>
  choice(
    'Request',
    caseKinds.map(({ id, name }) => ({ value: id, label: name })),
  );

/** A correction must name what is wrong. */
const namesCorrection = ({ kind, details = '' }: { kind: string; details?: string | undefined }) =>
  kind !== 'correction' || details.length >= 10;
const missingDetails = {
  message: 'Details must state what is wrong and how it should read.',
  path: ['details'],
};

/** A member's request. */
export const caseForm = z
  .object({ kind: kindChoice(), details: detailsText() })
  .refine(namesCorrection, missingDetails);

/** A request of a person without a login, who confirms the address through an emailed link. */
export const guestCaseForm = z
  .object({
    name: text('Full Name', { max: 100 }),
    email: email('Email'),
    kind: kindChoice(),
    details: detailsText(),
  })
  .refine(namesCorrection, missingDetails);

export const extensionForm = z.object({ reason: reasonText() });

export const decisionForm = z.object({
  outcome: choice('Outcome', [
    { value: 'completed', label: 'Completed' },
    { value: 'refused', label: 'Refused' },
  ]),
  answer: text('Answer', { min: 10, max: 1000, lines: true }),
});

/** The fields that an administrator can correct in all memberships of a person; empty ones stay unchanged. */
export const correctionForm = z.object({
  firstName: text('First Name', { max: 50, required: false }),
  lastName: text('Last Name', { max: 50, required: false }),
  phone: usPhone('Phone', { required: false }),
  dateOfBirth: calendarDate('Date of Birth', { required: false }),
});

const caseAction = privacyCase.shape.actions.element.omit({ who: true }).extend({ whoName: z.string() });

/** A request as its requester sees it. */
export const ownCase = privacyCase
  .pick({ id: true, kind: true, details: true, status: true, filedAt: true, dueOn: true })
  .extend({ isExtended: z.boolean(), answer: z.string(), closedAt: z.string().nullable() });
export type OwnCase = z.output<typeof ownCase>;

/** A row of the administrators' list. */
export const caseRow = privacyCase.pick({
  id: true,
  owner: true,
  kind: true,
  name: true,
  status: true,
  filedAt: true,
  dueOn: true,
});

/** A request as administrators see it. */
export const caseDetails = privacyCase.omit({ actions: true, memberIds: true, userId: true }).extend({
  hasLogin: z.boolean(),
  actions: z.array(caseAction),
  memberships: z.array(
    z.object({
      memberId: z.string(),
      name: z.string(),
      partnerName: z.string(),
      statusName: z.string(),
      facilityName: z.string().nullable(),
    }),
  ),
});
