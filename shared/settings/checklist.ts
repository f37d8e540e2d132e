import * as z from 'zod';

/** State of a deployment; null if the email service did not respond. */
export interface DeploymentState {
  hasOwnAddress: boolean;
  isSenderVerified: boolean | null;
  mayEmailAnyone: boolean | null;
  isAlarmed: boolean;
  hasBankSettings: boolean;
  administrators: number;
  hasApp: boolean;
  hasPin: boolean;
  hasFacility: boolean;
  hasPartner: boolean;
}

const states = ['done', 'missing', 'unknown'] as const;

/** Pages where administrators complete an item; the deployment sets the others. */
const places = ['administrators', 'security', 'partnerPayments', 'facilities', 'partners'] as const;

export const checklistItem = z.object({
  key: z.string(),
  title: z.string(),
  state: z.enum(states),
  /** Why the item matters. */
  means: z.string(),
  /** Instruction for a missing item. */
  action: z.string(),
  place: z.enum(places).nullable(),
});
export type ChecklistItem = z.output<typeof checklistItem>;

interface Row extends Omit<ChecklistItem, 'key' | 'state'> {
  isDone: (deployment: DeploymentState) => boolean | null;
}

const rows: Record<string, Row> = {
  address: {
    title: 'Custom domain',
    means: 'Users open the portal at this address, and links in emails lead to it.',
    action: 'Add domain and certificate to the stage file, then deploy.',
    place: null,
    isDone: ({ hasOwnAddress }) => hasOwnAddress,
  },
  sender: {
    title: 'Verified email sender',
    means: 'Until the sender is verified, no emails are sent: no invitations, codes, or vouchers.',
    action: 'Add the three DKIM records from the deployment output to the DNS of the sender’s domain.',
    place: null,
    isDone: ({ isSenderVerified }) => isSenderVerified,
  },
  everyone: {
    title: 'Email production access',
    means: 'In the sandbox, or while sending is paused, emails reach verified addresses only.',
    action: 'The operator requests production access for emails from AWS.',
    place: null,
    isDone: ({ mayEmailAnyone }) => mayEmailAnyone,
  },
  alarms: {
    title: 'Alarm emails',
    means: 'They report payments that were not generated and failures of the portal.',
    action: 'The operator sets a recipient of alarms.',
    place: null,
    isDone: ({ isAlarmed }) => isAlarmed,
  },
  bank: {
    title: 'Bank settings',
    means: 'Bank files cannot be created without them.',
    action: 'The operator enters the bank settings.',
    place: null,
    isDone: ({ hasBankSettings }) => hasBankSettings,
  },
  administrators: {
    title: 'Two administrators',
    means: 'A second administrator confirms large runs and changed accounts, and helps if you cannot log in.',
    action: 'Invite another administrator.',
    place: 'administrators',
    isDone: ({ administrators }) => administrators >= 2,
  },
  app: {
    title: 'Passkey or authenticator app',
    means: 'With a passkey or a code, a stolen password is not enough to log in.',
    action: 'Set up a passkey or an authenticator app.',
    place: 'security',
    isDone: ({ hasApp }) => hasApp,
  },
  pin: {
    title: 'Your PIN',
    means: 'Your PIN confirms each bank file before it is sent.',
    action: 'Choose your PIN the first time you review payments.',
    place: 'partnerPayments',
    isDone: ({ hasPin }) => hasPin,
  },
  club: {
    title: 'First club',
    means: 'Members choose a club when they enroll.',
    action: 'Add a club, or import a list of clubs.',
    place: 'facilities',
    isDone: ({ hasFacility }) => hasFacility,
  },
  partner: {
    title: 'First partner',
    means: 'Members join through a partner’s program.',
    action: 'Add a partner with its bank account and program, then invite its manager.',
    place: 'partners',
    isDone: ({ hasPartner }) => hasPartner,
  },
};

/** Returns the checklist of a new deployment, in the recommended order. */
export const checklistOf = (deployment: DeploymentState): ChecklistItem[] =>
  Object.entries(rows).map(([key, { isDone, ...row }]) => {
    const done = isDone(deployment);
    return { key, ...row, state: done === null ? 'unknown' : done ? 'done' : 'missing' };
  });
