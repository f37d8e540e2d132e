import * as z from 'zod';

/** What is known of a deployment; null where the email service did not answer. */
export interface DeploymentFacts {
  hasOwnAddress: boolean;
  isSenderVerified: boolean | null;
  mayEmailAnyone: boolean | null;
  isAlarmed: boolean;
  hasBankSettings: boolean;
  /** Administrators who can log in. */
  administrators: number;
  hasApp: boolean;
  hasPin: boolean;
  hasClub: boolean;
  hasPartner: boolean;
}

const states = ['done', 'missing', 'unknown'] as const;

/** Pages where something of the list is set; the rest is set by a deployment. */
const places = ['administrators', 'security', 'partnerPayments', 'facilities', 'partners'] as const;

export const checklistItem = z.object({
  key: z.string(),
  title: z.string(),
  state: z.enum(states),
  /** Why it matters, in a sentence. */
  means: z.string(),
  /** What to do while it is missing. */
  action: z.string(),
  place: z.enum(places).nullable(),
});
export type ChecklistItem = z.output<typeof checklistItem>;

interface Row extends Omit<ChecklistItem, 'key' | 'state'> {
  isDone: (facts: DeploymentFacts) => boolean | null;
}

const rows: Record<string, Row> = {
  address: {
    title: 'The portal has its own address',
    means: 'People type this address, and links in emails open it.',
    action: 'Put domain and certificate into the file of the stage, and deploy.',
    place: null,
    isDone: ({ hasOwnAddress }) => hasOwnAddress,
  },
  sender: {
    title: 'The sender of emails is verified',
    means: 'Until then the email service sends nothing: no invitation, no code, no voucher.',
    action: 'Put the three DKIM records that the deployment printed into the DNS of the sender’s domain.',
    place: null,
    isDone: ({ isSenderVerified }) => isSenderVerified,
  },
  everyone: {
    title: 'Emails reach every address',
    means: 'A new account of the email service writes to verified addresses only, or is paused.',
    action: 'Ask AWS to take the account out of the sandbox of SES.',
    place: null,
    isDone: ({ mayEmailAnyone }) => mayEmailAnyone,
  },
  alarms: {
    title: 'Someone is told of alarms',
    means: 'Without it, nobody is told when payments are not generated or the portal fails.',
    action: 'Put alarmEmail into the file of the stage, deploy, and confirm the email that AWS sends.',
    place: null,
    isDone: ({ isAlarmed }) => isAlarmed,
  },
  bank: {
    title: 'The bank’s settings are known',
    means: 'Without them no bank file can be made.',
    action: 'Put bankSettings into the file of the stage, and deploy.',
    place: null,
    isDone: ({ hasBankSettings }) => hasBankSettings,
  },
  administrators: {
    title: 'Two administrators can log in',
    means:
      'Large runs and changed accounts are confirmed by a second one, who also helps if you cannot log in.',
    action: 'Invite another administrator.',
    place: 'administrators',
    isDone: ({ administrators }) => administrators >= 2,
  },
  app: {
    title: 'Your login asks for a code',
    means: 'A stolen password alone is then not enough to log in.',
    action: 'Set up an authenticator app.',
    place: 'security',
    isDone: ({ hasApp }) => hasApp,
  },
  pin: {
    title: 'You have a PIN',
    means: 'It confirms each bank file before it is sent.',
    action: 'Choose it when you check payments for the first time: sending asks for it.',
    place: 'partnerPayments',
    isDone: ({ hasPin }) => hasPin,
  },
  club: {
    title: 'There is a club',
    means: 'Members choose one when they enroll.',
    action: 'Add a club, or import a list of clubs.',
    place: 'facilities',
    isDone: ({ hasClub }) => hasClub,
  },
  partner: {
    title: 'There is a partner',
    means: 'Members come with a partner’s program.',
    action: 'Add a partner with its bank account and program, then invite its manager.',
    place: 'partners',
    isDone: ({ hasPartner }) => hasPartner,
  },
};

/** What a new deployment needs before it is open, in the order to do it. */
export const checklistOf = (facts: DeploymentFacts): ChecklistItem[] =>
  Object.entries(rows).map(([key, { isDone, ...row }]) => {
    const done = isDone(facts);
    return { key, ...row, state: done === null ? 'unknown' : done ? 'done' : 'missing' };
  });
