import { groupMemberships } from '../../../shared/contracts/group-memberships.ts';
import {
  validateGroupMembership,
  programOf,
} from '../../../shared/group-memberships/group-membership-rules.ts';
import { firstVersion, signedBy } from '../../../shared/group-memberships/terms-versions.ts';
import { requireProgramAllowed } from '../../../shared/settings/flag-rules.ts';
import { programPaymentTypeName } from '../../../shared/programs.ts';
import { loadPartner } from '../../partners/store.ts';
import { nameOf } from '../../users/caller.ts';
import { handle } from '../../handle.ts';
import { loadStanding } from '../standing.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { addGroupMembership } from '../store.ts';

export const handler = handle(groupMemberships.save, async ({ body, caller, now }) => {
  requireProgramAllowed(await loadFeatureFlags(), body.programPaymentTypeId);
  const partner = await loadPartner(body.partnerId);
  const program = programOf(body, undefined);
  const standing = await loadStanding(partner.id, now);
  validateGroupMembership(undefined, program, standing);
  const versions = [firstVersion(program, standing.today)];
  const first = signedBy(undefined, { ...program, versions }, nameOf(caller));
  await addGroupMembership(partner, first, caller.userId, now);
  return {
    success: true,
    message: `The ${programPaymentTypeName(program.programPaymentTypeId)} program was created.`,
    data: { ...first, version: first.version + 1 },
  };
});
