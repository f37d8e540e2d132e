import { accounts } from './accounts/contract.ts';
import type { Area, Endpoint } from './endpoint.ts';
import { administrators } from './administrators/contract.ts';
import { bankFiles } from './bank-files/contract.ts';
import { employees } from './employees/contract.ts';
import { groupMemberships } from './group-memberships/contract.ts';
import { enrollment } from './enrollment/contract.ts';
import { facilities } from './facilities/contract.ts';
import { files } from './files/contract.ts';
import { jobs } from './jobs/contract.ts';
import { ledger } from './ledger/contract.ts';
import { managers } from './managers/contract.ts';
import { members } from './members/contract.ts';
import { partners } from './partners/contract.ts';
import { payments } from './payments/contract.ts';
import { periods } from './periods/contract.ts';
import { settings } from './settings/contract.ts';
import { site } from './site/contract.ts';
import { users } from './users/contract.ts';
import { visits } from './visits/contract.ts';
import { vouchers } from './vouchers/contract.ts';

/** The areas of the portal. */
export const areas = {
  site,
  users,
  administrators,
  settings,
  jobs,
  partners,
  managers,
  groupMemberships,
  employees,
  facilities,
  members,
  accounts,
  enrollment,
  files,
  periods,
  visits,
  payments,
  bankFiles,
  ledger,
  vouchers,
} satisfies Record<string, Area>;

export const endpoints: Endpoint[] = Object.values(areas).flatMap((area: Area) => Object.values(area));
