import { userDescriptions } from '../../../shared/site/contact-request.ts';
import { site } from '../../../shared/contracts/site.ts';
import { handle } from '../../handle.ts';

export const handler = handle(site.userDescriptions, async () =>
  userDescriptions.map(({ key, value }) => ({ key, value })),
);
