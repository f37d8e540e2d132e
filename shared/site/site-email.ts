import { states } from '../states.ts';
import type { ClubNomination } from './club-nomination.ts';
import { userDescriptions, type ContactRequest, type Desk } from './contact-request.ts';

/** An email to one of our desks: the form's values, line by line, as plain text. */
export interface SiteEmail {
  desk: Desk;
  subject: string;
  replyTo: string;
  lines: readonly (readonly [label: string, text: string])[];
}

const filledLines = (lines: readonly (readonly [string, string | undefined])[]): SiteEmail['lines'] =>
  lines.flatMap(([label, text]) => (text ? [[label, text] as const] : []));

export function contactEmail(request: ContactRequest): SiteEmail {
  const description = userDescriptions.find(({ key }) => key === request.userDescriptionId);
  return {
    desk: description?.desk ?? 'support',
    subject: `Contact request from ${request.fullName}`,
    replyTo: request.emailAddress,
    lines: filledLines([
      ['Full Name', request.fullName],
      ['Company Name', request.companyName],
      ['Email', request.emailAddress],
      ['Contact Number', request.contactNumber],
      ['Which best describes you?', description?.value],
      ['Message', request.Message],
    ]),
  };
}

export function nominationEmail(nomination: ClubNomination): SiteEmail {
  const stateName = states.find(({ abbr }) => abbr === nomination.state)?.name;
  return {
    desk: 'sales',
    subject: `Club nomination: ${nomination.clubName}, ${nomination.city}, ${nomination.state}`,
    replyTo: nomination.email,
    lines: filledLines([
      ['Full Name', nomination.name],
      ['Email', nomination.email],
      ['Program or Provider Name', nomination.provider],
      ['Club Name', nomination.clubName],
      ['City', nomination.city],
      ['State', stateName ?? nomination.state],
      ['Contact Name', nomination.clubContactName],
      ['Contact number', nomination.clubContactNumber],
      ['Club email', nomination.clubEmail],
    ]),
  };
}
