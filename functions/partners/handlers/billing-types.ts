import { partners } from '../../../shared/contracts/partners.ts';
import { billingTypes } from '../../../shared/partners/partner.ts';
import { handle } from '../../handle.ts';

export const handler = handle(partners.billingTypes, async () => [...billingTypes]);
