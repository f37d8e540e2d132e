import { examplesOfArea, callerOf } from './example-of.ts';
import { beforeAll, expect, it, vi } from 'vitest';
import { areas } from '../../shared/contracts/all.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { call } from '../support/call.ts';
import { makeWorld, type World } from '../support/world.ts';
import '../support/jobs.ts';

let world: World;
beforeAll(async () => {
  // a log line would be as long as the name
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  world = await makeWorld();
});

it('shortens a file name of 500,000 letters or refuses it with a message', async () => {
  let uploads = 0;
  for (const area of Object.values(areas))
    for (const [name, endpoint] of Object.entries<Endpoint>(area)) {
      const examples = await examplesOfArea(endpoint.area);
      const sent = examples[name]?.own(world);
      if (!sent?.files) continue;
      uploads += 1;
      const files = Object.fromEntries(
        Object.entries(sent.files).map(([field, file]) => [
          field,
          { ...file, name: `${'n'.repeat(500_000)}${/\.\w+$/.exec(file.name)?.[0] ?? ''}` },
        ]),
      );
      const { status, bytes } = await call(endpoint, callerOf(endpoint, world), { ...sent, files });
      expect(status, `${endpoint.area}.${name}`).toBeLessThan(500);
      expect(bytes.length, `${endpoint.area}.${name}`).toBeLessThan(10_000);
    }
  expect(uploads).toBeGreaterThan(2);
});
