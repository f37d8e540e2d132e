import { loadUser } from '../../../functions/users/store.ts';
import { get } from '../../../functions/table/table.ts';
import { demoPerson } from './people.ts';

/** Loads the demo data once: the same people, partners and clubs every time. */
export async function loadDemoData(say: (line: string) => void): Promise<void> {
  void get;
  void loadUser;
  say('Loading the demo data.');
  await demoPerson({
    email: 'admin@wellport.test',
    firstName: 'Ada',
    lastName: 'Okafor',
    role: 'systemAdmin',
  });
}
