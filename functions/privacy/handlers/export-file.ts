import { zipSync } from 'fflate';
import { privacy } from '../../../shared/contracts/privacy.ts';
import { zipType } from '../../../shared/media-types.ts';
import { requireOpen } from '../../../shared/privacy/privacy-case.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { actionRecorded } from '../case-actions.ts';
import { loadCase } from '../case-store.ts';
import { personFiles } from '../person-files.ts';
import { personOf } from '../person-of-case.ts';

export const handler = handle(privacy.exportFile, async ({ params, caller, now }) => {
  const stored = await loadCase(params.owner, params.caseId);
  requireOpen(stored);
  const { files } = await personFiles(await personOf(stored), caller.userId, now);
  const detail = `${files.length} files`;
  await transact(...actionRecorded(stored, { name: 'exported', who: caller.userId, detail }, now));
  return {
    name: `Data of ${stored.name}.zip`,
    type: zipType,
    bytes: zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, new Uint8Array(bytes)]))),
  };
});
