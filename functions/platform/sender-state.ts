import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { clientSettings } from './client-settings.ts';
import { errorFields, log } from './log.ts';

const ses = new SESv2Client(clientSettings({ attempts: 2, responseMs: 3000 }));

interface SenderState {
  /** null if SES did not respond. */
  isSenderVerified: boolean | null;
  /** Out of the sandbox, and not paused. */
  mayEmailAnyone: boolean | null;
}

/** Returns whether SES accepts the portal's emails; without a sender, as under `npm start`, SES is not queried. */
export async function senderState(): Promise<SenderState> {
  const domain = /@([\w.-]+)/.exec(process.env.MAIL_FROM ?? '')?.[1];
  if (domain === undefined) return { isSenderVerified: null, mayEmailAnyone: null };
  const [identity, account] = await Promise.all([
    responseOf(() => ses.send(new GetEmailIdentityCommand({ EmailIdentity: domain }))),
    responseOf(() => ses.send(new GetAccountCommand({}))),
  ]);
  return {
    isSenderVerified: identity === 'not there' ? false : (identity?.VerifiedForSendingStatus ?? null),
    mayEmailAnyone:
      account === null || account === 'not there' || account.ProductionAccessEnabled === undefined
        ? null
        : account.ProductionAccessEnabled && account.SendingEnabled !== false,
  };
}

async function responseOf<Response>(ask: () => Promise<Response>): Promise<Response | 'not there' | null> {
  try {
    return await ask();
  } catch (error) {
    if ((error as Error).name === 'NotFoundException') return 'not there';
    log('warn', 'the email service did not respond', errorFields(error));
    return null;
  }
}
