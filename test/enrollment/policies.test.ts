import { expect, it } from 'vitest';
import { policyHtml } from '../../functions/enrollment/agreement-pages.ts';
import { facilityChange, loadFacility } from '../../functions/facilities/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { agreementWords, currentAgreementVersion } from '../../shared/enrollment/agreement-text.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import type { Facility } from '../../shared/facilities/facility.ts';
import { addFacilities } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { makeWorld } from '../support/world.ts';

it('returns the rules of the club with the requested AF number or facility ID', async () => {
  const world = await makeWorld();
  await addFacilities(['4310', '4311', '4312']);
  const change = async (id: string, facility: Partial<Facility>) => {
    const current = await loadFacility(id);
    await transact(...facilityChange(current, { ...current, ...facility }));
  };
  await change('4310', { afNumber: 'AF 77', isAf: true, rules: 'No street shoes.' });
  await change('4311', { afNumber: 'AF 778', isAf: true, rules: 'Bring a towel.' });
  await change('4312', { afNumber: '', isAf: false, rules: 'Quiet after nine.' });
  const read = async (facilityAFNumber: string, documentAgreementVersion = currentAgreementVersion) => {
    const query = { documentAgreementVersion, programPaymentType: 2, facilityAFNumber };
    return String((await call(enrollment.policies, world.own.memberUser, { query })).body);
  };
  expect(await read('AF 77')).toContain('<p>No street shoes.</p>');
  expect(await read('AF 77')).not.toContain('Bring a towel.');
  expect(await read('4312')).toContain('<p>Quiet after nine.</p>');
  // an earlier version never had rules of a club, and a number that no club has adds none
  const plain = policyHtml(agreementWords(currentAgreementVersion, 2)?.sections ?? []);
  expect(await read('AF 77', 3)).toBe(policyHtml(agreementWords(3, 2)?.sections ?? []));
  for (const number of ['AF 7', 'AF9999', '']) expect(await read(number)).toBe(plain);
});
