import type { SignedInRole } from '../../shared/roles.ts';
import { defaultIdleMinutes, idleMinutesOf } from '../../shared/users/sessions.ts';

const minutes = (value: string | undefined, preset: number): number => (value ? Number(value) : preset);

/** Returns the idle timeout of a role in this deployment, in minutes. */
export const idleMinutesFor = (role: SignedInRole): number =>
  idleMinutesOf(role, {
    administrators: minutes(process.env.ADMINISTRATOR_IDLE_MINUTES, defaultIdleMinutes.administrators),
    managers: minutes(process.env.MANAGER_IDLE_MINUTES, defaultIdleMinutes.managers),
    members: minutes(process.env.MEMBER_IDLE_MINUTES, defaultIdleMinutes.members),
  });
