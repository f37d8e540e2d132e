import { listAdministratorUsers } from '../administrators/store.ts';
import { eachRosterChange, rosterChangeWrites } from '../employees/changes/change-store.ts';
import { uploadJobs } from '../employees/upload-store.ts';
import { listFacilityManagers } from '../facilities/manager-store.ts';
import { saveJob } from '../jobs/store.ts';
import { listManagers } from '../managers/store.ts';
import { keys } from '../table/keys.ts';
import { put } from '../table/put-item.ts';
import { retryOnConflict } from '../table/retry.ts';
import { eachItem } from '../table/table.ts';
import { transact } from '../table/transact.ts';
import { gridSettingsChange, loadGridSettings } from '../users/grid-settings-store.ts';
import { deliveriesOfFacility, deliveryChange } from '../visits/delivery-store.ts';
import { visitEntity } from '../visits/store.ts';
import { namesPerson, withoutPerson, type PersonTexts } from '../../shared/privacy/person-texts.ts';
import type { Member } from '../../shared/members/member.ts';
import { gridNames } from '../../shared/users/grid-settings.ts';
import { rowsUnder } from './person-store.ts';

/**
 * Removes the person from texts that others entered about the memberships: deletes saved views, and replaces the name in
 * names of uploaded and delivered files. The audit event of the erasure records it.
 */
export async function eraseEnteredTexts(person: PersonTexts, members: readonly Member[]): Promise<void> {
  const partnerIds = new Set(members.map(({ partnerId }) => partnerId));
  const facilityIds = new Set((await Promise.all(members.map(facilitiesOf))).flat());
  const users = [
    await listAdministratorUsers(),
    ...(await Promise.all([...partnerIds].map(listManagers))),
    ...(await Promise.all([...facilityIds].map(listFacilityManagers))),
  ].flat();
  for (const { id } of users) await eraseViews(person, id);
  for (const partnerId of partnerIds) await eraseFileNames(person, partnerId);
  for (const facilityId of facilityIds)
    for await (const delivery of deliveriesOfFacility(facilityId)) {
      const fileName = withoutPerson(person, delivery.fileName);
      if (fileName !== delivery.fileName)
        await transact(...deliveryChange(delivery, { ...delivery, fileName }));
    }
}

async function facilitiesOf({ id, facilityId }: Member): Promise<string[]> {
  const visits = (await rowsUnder(keys.member(id).pk)).filter(({ entity }) => entity === visitEntity.name);
  return [...visits.map((visit) => String(visit.facilityId)), ...(facilityId === null ? [] : [facilityId])];
}

async function eraseViews(person: PersonTexts, userId: string): Promise<void> {
  for (const grid of gridNames)
    await retryOnConflict(async () => {
      const settings = await loadGridSettings(userId, grid);
      if (!settings) return;
      const views = settings.views.filter(
        ({ name, filter }) => !namesPerson(person, name) && !namesPerson(person, filter),
      );
      if (views.length < settings.views.length)
        await transact(...gridSettingsChange(settings, { ...settings, views }));
    });
}

/** Replaces the name in file names of a partner's uploads and roster changes, and in the audit events about them. */
async function eraseFileNames(person: PersonTexts, partnerId: string): Promise<void> {
  for await (const job of uploadJobs(partnerId)) {
    const { fileName = '' } = job.tally;
    const after = withoutPerson(person, fileName);
    if (after !== fileName) await saveJob(job, { ...job, tally: { ...job.tally, fileName: after } });
  }
  for await (const rosterChange of eachRosterChange(partnerId)) {
    const fileName = withoutPerson(person, rosterChange.fileName);
    if (fileName !== rosterChange.fileName)
      await transact(...rosterChangeWrites(rosterChange, { ...rosterChange, fileName }));
  }
  for await (const event of eachItem(keys.audit(`partner ${partnerId}`, '', '').pk)) {
    const after = event.after as Record<string, unknown> | undefined;
    if (typeof after?.fileName !== 'string') continue;
    const fileName = withoutPerson(person, after.fileName);
    if (fileName !== after.fileName)
      await transact({ item: put({ ...event, after: { ...after, fileName } }) });
  }
}
