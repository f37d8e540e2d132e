import encodeQR from 'qr';
import { passSeconds, passText, stepOf } from '../../../shared/visits/access-pass.ts';
import { now, startTimer } from '../../platform/time-and-chance.ts';
import { codeAt } from './phone-key.ts';
import { storedPasses, type StoredPass } from './stored-pass.ts';
import './show-pass.css';

// The access pass page on a phone. It makes no requests, so it works offline.

const say = (id: string, text: string) => {
  const element = document.getElementById(id);
  if (element && element.textContent !== text) element.textContent = text;
};

function drawCode(text: string): void {
  const element = document.getElementById('code');
  const drawing = new DOMParser().parseFromString(
    encodeQR(text, 'svg', { ecc: 'medium', border: 4 }),
    'image/svg+xml',
  ).documentElement;
  drawing.setAttribute('role', 'img');
  drawing.setAttribute('aria-label', 'Your access pass as a QR code');
  element?.replaceChildren(drawing);
}

/** MM/DD/YYYY in Chicago, as `showDate` writes it; this page loads without a network and so without its module. */
const untilDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  month: '2-digit',
  day: '2-digit',
  year: 'numeric',
});

async function show(pass: StoredPass): Promise<void> {
  say('who', `${pass.memberName}, ${pass.facilityName}`);
  let lastStep = -1;
  const tick = async () => {
    const at = now();
    const until = new Date(pass.certifiedUntil);
    if (at >= until) {
      document.getElementById('code')?.replaceChildren();
      say('typed', '');
      say('rest', 'This pass has expired. Go online and renew it.');
      say('until', '');
      return;
    }
    const step = stepOf(at);
    if (step !== lastStep) {
      lastStep = step;
      const text = passText(pass.number, await codeAt(pass.codeKey, pass.number, step));
      drawCode(text);
      say('typed', text);
    }
    say('rest', `New code in ${passSeconds - (Math.floor(at.getTime() / 1000) % passSeconds)} seconds`);
    say('until', `Works without a network until ${untilDay.format(until)}.`);
    startTimer(() => void tick(), 1000);
  };
  await tick();
}

const wanted = decodeURIComponent(location.hash.slice(1));
const passes = await storedPasses();
const pass = passes.find(({ memberId }) => memberId === wanted) ?? passes[0];
if (pass) await show(pass);
else say('rest', 'There is no access pass on this phone yet.');
