import { useMemberGroup } from '../app/session.tsx';

/** The memberships that a member looks at: those of the group chosen in the account menu. */
export const useMemberIds = (): string[] => useMemberGroup().group?.memberIds ?? [];
