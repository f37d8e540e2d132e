import { checklistOf } from '../../../shared/settings/checklist.ts';
import { settings } from '../../../shared/contracts/settings.ts';
import { listAdministrators } from '../../administrators/store.ts';
import { environmentBankSettings } from '../../bank-files/bank-settings.ts';
import { pageOfFacilities } from '../../facilities/store.ts';
import { listPartners } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { senderState } from '../../platform/sender-state.ts';
import { hasPin } from '../../users/pin-store.ts';
import { hasTwoFactors } from '../../users/user.ts';

const singleRow = { pageSize: 1 };

export const handler = handle(settings.checklist, async ({ caller: { user, userId } }) => {
  const [sender, administrators, hasOwnPin, partners, facilities] = await Promise.all([
    senderState(),
    listAdministrators(),
    hasPin(userId),
    listPartners(singleRow),
    pageOfFacilities(singleRow),
  ]);
  return checklistOf({
    ...sender,
    hasOwnAddress: !(process.env.SITE_ADDRESS ?? '').endsWith('.cloudfront.net'),
    isAlarmed: process.env.ALARMS_TOLD === 'on',
    hasBankSettings: environmentBankSettings !== undefined,
    administrators: administrators.filter(({ status }) => status === 'active').length,
    hasApp: user !== undefined && hasTwoFactors(user),
    hasPin: hasOwnPin,
    hasFacility: facilities.items.length > 0,
    hasPartner: partners.items.length > 0,
  });
});
