import { site } from '../../shared/site/contract.ts';
import { examplesOf } from '../support/examples.ts';

export const examples = examplesOf(site, {
  healthcheck: { own: () => ({}) },
  openapi: { own: () => ({}) },
  states: { own: () => ({}) },
  programTypes: { own: () => ({}) },
  authorizedAgentDesignationForm: { own: () => ({}) },
});
