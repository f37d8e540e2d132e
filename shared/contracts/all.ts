import { accounts } from './accounts.ts';
import type { Area, Endpoint } from '../endpoint.ts';
import { administrators } from './administrators.ts';
import { approvals } from './approvals.ts';
import { bankFiles } from './bank-files.ts';
import { employees } from './employees.ts';
import { groupMemberships } from './group-memberships.ts';
import { enrollment } from './enrollment.ts';
import { facilities } from './facilities.ts';
import { files } from './files.ts';
import { integrations } from './integrations.ts';
import { jobs } from './jobs.ts';
import { ledger } from './ledger.ts';
import { managers } from './managers.ts';
import { members } from './members.ts';
import { partners } from './partners.ts';
import { payments } from './payments.ts';
import { periods } from './periods.ts';
import { privacy } from './privacy.ts';
import { settings } from './settings.ts';
import { singleSignOn } from './single-sign-on.ts';
import { site } from './site.ts';
import { users } from './users.ts';
import { visits } from './visits.ts';
import { vouchers } from './vouchers.ts';

/** The areas of the portal. */
export const areas = {
  site,
  users,
  administrators,
  approvals,
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
  privacy,
  integrations,
  singleSignOn,
} satisfies Record<string, Area>;

export const endpoints: Endpoint[] = Object.values(areas).flatMap((area: Area) => Object.values(area));
