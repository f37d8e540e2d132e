import { privacy } from '../../../shared/contracts/privacy.ts';
import { hasAction } from '../../../shared/privacy/privacy-case.ts';
import { handle } from '../../handle.ts';
import { casesOf } from '../case-store.ts';

export const handler = handle(privacy.ownCases, async ({ caller }) =>
  (await casesOf(caller.userId)).map((stored) => ({ ...stored, isExtended: hasAction(stored, 'extended') })),
);
