import { useMemberGroup, useSession } from '../app/session.tsx';

/** The memberships that a member looks at: those of the group chosen in the account menu. */
export const useMemberIds = (): string[] => useMemberGroup().group?.memberIds ?? [];

/** The memberships of the chosen group and those that ended. */
export function useMemberIdsWithFormer(): string[] {
  const memberIds = useMemberIds();
  const { me } = useSession();
  return [...memberIds, ...(me?.formerMemberIds ?? [])];
}
