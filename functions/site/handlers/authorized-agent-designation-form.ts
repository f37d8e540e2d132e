import { site } from '../../../shared/contracts/site.ts';
import { handle } from '../../handle.ts';
import agentForm from '../agent-form-data.ts';

export const handler = handle(site.authorizedAgentDesignationForm, async () => ({
  name: 'authorized-agent-designation-form.pdf',
  type: 'application/pdf',
  bytes: agentForm(),
}));
