import { pages as accounts } from '../accounts/pages.ts';
import { paths } from '../app/addresses.ts';
import { partOf, type PageDefinition } from '../app/page.ts';
import { pages as enrollment } from '../enrollment/pages.ts';
import { pages as facilities } from '../facilities/pages.ts';
import { pages as files } from '../files/pages.ts';
import { pages as members } from '../members/pages.ts';
import { pages as privacy } from '../privacy/pages.ts';
import { MemberBar } from '../shell/Navigation.tsx';
import { pages as users } from '../users/pages.ts';
import { pages as visits } from '../visits/pages.ts';

const areas = [
  ...members,
  ...accounts,
  ...facilities,
  ...enrollment,
  ...files,
  ...visits,
  ...users,
  ...privacy,
];

/**
 * The pages of members, and of visitors in the same areas, in the navigation order. Pages of other users would lack
 * those of the areas that this table omits.
 */
export const memberPages: readonly PageDefinition[] = areas.filter(
  ({ path }) => (partOf(path)?.path ?? paths.memberPart) === paths.memberPart,
);

// the bar is also on public pages, which load no areas
export default () => <MemberBar pages={memberPages} />;
