import { MemberBar } from '../shell/Navigation.tsx';
import { firstAreas, lastAreas } from './user-areas.ts';

// the bar is also on public pages, which load no areas
const pages = [...firstAreas, ...lastAreas];

export default () => <MemberBar pages={pages} />;
