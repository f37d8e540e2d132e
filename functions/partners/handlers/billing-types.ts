import { partners } from '../../../shared/partners/contract.ts';
import { billingTypes } from '../../../shared/partners/partner.ts';
import { handle } from '../../platform/handle.ts';

export const handler = handle(partners.billingTypes, async () => [...billingTypes]);
