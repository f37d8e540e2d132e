import { site } from '../../shared/contracts/site.ts';
import { examplesOf } from '../support/examples.ts';
import { filledContact, filledNomination } from './filled-forms.ts';

export const examples = examplesOf(site, {
  healthcheck: { own: () => ({}) },
  healthParts: { own: () => ({}) },
  openapi: { own: () => ({}) },
  states: { own: () => ({}) },
  programTypes: { own: () => ({}) },
  userDescriptions: { own: () => ({}) },
  contactUs: { own: () => ({ body: filledContact }) },
  nominateClub: { own: () => ({ body: filledNomination }) },
  authorizedAgentDesignationForm: { own: () => ({}) },
});
