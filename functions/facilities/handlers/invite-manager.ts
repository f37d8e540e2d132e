import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { emailNewAccess } from '../../users/access-email.ts';
import { addUser } from '../../users/add-user.ts';
import { newLink, sendLink, tokenOf } from '../../users/emailed-link.ts';
import { invitationEmail } from '../../users/invitation-email.ts';
import { creatorNames, listedUserOf } from '../../users/user-list-store.ts';
import { facilityManagerChange } from '../manager-store.ts';
import { loadFacility } from '../store.ts';

export const handler = handle(
  facilities.inviteManager,
  async ({ params: { facilityId }, body, caller, now }) => {
    const who = caller.userId;
    const facility = await loadFacility(facilityId);
    const { secret, link } = newLink('user invitation', body.email, now);
    const added = { role: 'facilityManager', facilityId, ...body, createdBy: who } as const;
    const { before, after } = await addUser(added, link);
    const subject = `facility ${facilityId}`;
    await transact(
      ...facilityManagerChange(facilityId, before, after),
      auditWrite(
        { name: 'facility manager invited', subject, who, after: { manager: after.id, ...body } },
        now,
      ),
    );
    const role = {
      subject: `Manage ${facility.name} on Wellport`,
      roleLabel: `the manager of ${facility.name}`,
    };
    await sendLink(invitationEmail(after, role, tokenOf(after.id, secret)));
    const what = `invited ${after.firstName} ${after.lastName} (${after.email}) as a manager of ${facility.name}`;
    await emailNewAccess(caller, { facilityId, what, except: after.email });
    const message = `The invitation was emailed to ${after.email}.`;
    return { success: true, message, data: listedUserOf(after, await creatorNames(after)) };
  },
);
