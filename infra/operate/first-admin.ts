import { invitedUserForm } from '../../shared/users/invited-user.ts';
import { UserError } from '../local/tools/user-error.ts';
import { lostLoginAdvice, nextCommand } from './deployment.ts';

/**
 * Adds the first administrator of a deployment and returns the address to choose a password. Refuses once an
 * administrator can log in; before that, a repeated call creates a new link.
 *
 * @param email of the administrator
 * @param name first and last name
 */
export async function addFirstAdministrator(email: string, name: string, now: Date): Promise<string> {
  const { addAdministrator } = await import('../../functions/administrators/add-administrator.ts');
  const { listAdministrators } = await import('../../functions/administrators/store.ts');
  const { invitationAddress } = await import('../../functions/users/invitation-email.ts');
  const administrator = (await listAdministrators()).find(({ status }) => status === 'active');
  if (administrator) {
    const { firstName, lastName, email: active } = administrator;
    const advice = await lostLoginAdvice(active);
    throw new UserError(
      `${firstName} ${lastName} is already an administrator and invites others under Administrators. ${advice ? `${advice}\n` : ''}If this person cannot log in again: ${nextCommand(`disable-user ${active}`)}`,
    );
  }
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  const form = invitedUserForm.safeParse({ email, firstName, lastName: rest.join(' ') });
  if (!form.success)
    throw new UserError(
      `Enter an email address and a first and last name. ${form.error.issues.map(({ message }) => message).join(' ')}`,
    );
  const { token = '' } = await addAdministrator(form.data, 'operator', now);
  return invitationAddress(token);
}
