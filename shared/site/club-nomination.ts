import * as z from 'zod';
import { email, phone, state, text } from '../fields.ts';
import { submissionId } from './contact-request.ts';

/** Step 1, General Info (spec 1 §5). */
export const nominationGeneralInfo = z.object({
  name: text('Full Name', { max: 50 }),
  email: email('Email', { max: 300 }),
  provider: text('Program or Provider Name', { max: 300, required: false }),
});

/** Step 2, Club Info. */
export const nominationClubInfo = z.object({
  clubName: text('Club Name', { max: 300 }),
  city: text('City', { max: 50 }),
  state: state('State'),
  clubContactName: text('Contact Name', { max: 300, required: false }),
  clubContactNumber: phone('Contact number', { required: false }),
  clubEmail: email('Club email', { max: 300, required: false }),
});

export const clubNomination = nominationGeneralInfo.extend({ ...nominationClubInfo.shape, submissionId });
export type ClubNomination = z.output<typeof clubNomination>;
