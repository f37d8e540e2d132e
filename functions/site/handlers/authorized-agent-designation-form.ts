import { site } from '../../../shared/contracts/site.ts';
import { handle } from '../../handle.ts';
import { agentFormPdf } from '../agent-form-pdf.ts';

// created once per Lambda instance: the form is the same for every visitor
const form = agentFormPdf();

export const handler = handle(site.authorizedAgentDesignationForm, async () => ({
  name: 'authorized-agent-designation-form.pdf',
  type: 'application/pdf',
  bytes: await form,
}));
