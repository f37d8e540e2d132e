import * as z from 'zod';
import type { Member } from '../../shared/members/member.ts';
import { defineJob, type StepResult } from '../jobs/job-kind.ts';
import { sendOrRefuse } from '../jobs/send-each.ts';
import { linkEmail, type Email, type StopLinks } from '../platform/email.ts';
import { memberEmail, type MemberEmail, membershipAddress, stopLinks } from '../members/email-content.ts';
import { AgreementPages, momentText } from '../enrollment/agreement-pages.ts';
import { layouts } from '../enrollment/agreement-seal.ts';
import { newTaggedDocument, toBytes } from '../platform/pdf-document.ts';
import { auditWrite } from '../table/audit.ts';
import { loadMember } from '../members/store.ts';
import { settling } from '../members/change-and-notify.ts';
import { takeFitting } from '../jobs/fitting.ts';
import { settledAfterEnd } from '../payments/statuses/unpaid-leaver-store.ts';

const reason = 'You receive this email because you are a member of a fitness program at Wellport.';

function emailTo({ email, firstName }: Member, content: MemberEmail, stop?: StopLinks): Email {
  const { memberId, subject, paragraphs, link } = content;
  const address = membershipAddress(memberId, link.path);
  const words = [`Hello ${firstName},`, ...paragraphs];
  return {
    ...linkEmail(email, subject, words, { title: link.title, address }, { reason, ...(stop && { stop }) }),
    tags: { member: memberId },
  };
}

/** Draws the attached document on the pages of agreements; equal input results in equal bytes. */
async function documentPdf({ title, at, lines }: NonNullable<MemberEmail['document']>): Promise<Uint8Array> {
  const [layout] = layouts;
  const document = newTaggedDocument(title, { margin: layout.margin, foot: 12, at: new Date(at) });
  const pages = new AgreementPages(document, layout);
  pages.title(title, momentText(new Date(at)));
  pages.details(lines);
  const bytes = toBytes(document);
  pages.finish(title);
  return bytes;
}

async function withDocument(email: Email, content: MemberEmail): Promise<Email> {
  if (!content.document) return email;
  const bytes = await documentPdf(content.document);
  return { ...email, attachments: [{ name: content.document.name, type: 'application/pdf', bytes }] };
}

/** Returns an email about visits with links that stop these emails. */
export const emailAboutVisitsTo = async (member: Member, content: MemberEmail): Promise<Email> =>
  emailTo(member, content, await stopLinks(member.id));

/**
 * Sends an email to a member in one step, claimed before, so that it is sent once. The steps before it settle the payments
 * of an ended membership that its transaction could not hold.
 */
export const sendMemberEmail = defineJob({
  claims: (cursor) => cursor !== settling,
  input: memberEmail,
  cursor: z.enum([settling, 'email']).optional(),
  step: async ({ input, cursor, startedBy, now }): Promise<StepResult<'settling' | 'email' | undefined>> => {
    const member = await loadMember(input.memberId);
    if (cursor === settling) {
      const settled = await settledAfterEnd(member, { who: startedBy, now });
      const { changes, itemCount } = await takeFitting(settled, (each) => ({ changes: each }));
      const next = itemCount === settled.length ? 'email' : settling;
      return { changes, done: 0, next, message: 'Settling the payments of the membership.' };
    }
    const refused = await sendOrRefuse(
      input.isAboutVisits
        ? await emailAboutVisitsTo(member, input)
        : await withDocument(emailTo(member, input), input),
    );
    const event = {
      name: 'member emailed',
      subject: `member ${member.id}`,
      partnerId: member.partnerId,
      who: startedBy,
      after: { subject: input.subject },
    } as const;
    return {
      changes: refused ? [] : [auditWrite(event, now)],
      done: 1,
      next: null,
      message: 'The member is notified.',
      refusedRows: refused ? [refused] : [],
    };
  },
});
