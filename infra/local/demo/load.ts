import { setPin } from '../../../functions/bank-files/pin.ts';
import { hasPin } from '../../../functions/bank-files/pin-store.ts';
import { now } from '../../../functions/platform/clock.ts';
import { loadDemoClubs } from './clubs.ts';
import { demoPerson } from './people.ts';

const demoPin = '246810';

/** Loads the demo data once: the same people, partners and clubs every time. */
export async function loadDemoData(say: (line: string) => void): Promise<void> {
  say('Loading the demo data.');
  await loadDemoClubs();
  const admin = await demoPerson({
    email: 'admin@wellport.test',
    firstName: 'Ada',
    lastName: 'Okafor',
    role: 'systemAdmin',
  });
  if (!(await hasPin(admin.id))) await setPin(admin.id, demoPin, now());
}
