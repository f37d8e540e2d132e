import { useSession } from '../session.tsx';

/** The memberships of the person who is signed in: those of the first member group. */
export function useMemberIds(): string[] {
  const { me } = useSession();
  return me?.memberGroups[0]?.membersIds ?? [];
}
