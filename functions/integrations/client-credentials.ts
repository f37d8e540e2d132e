import { OAuthError } from './oauth-access.ts';

interface ClientFields {
  client_id?: string | undefined;
  client_secret?: string | undefined;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new OAuthError('invalid_request', 'The authorization header is not encoded correctly.');
  }
};

/** Returns the client's ID and secret from HTTP Basic or the form's fields (RFC 6749, section 2.3.1), not from both. */
export function credentialsOf(
  authorization: string | undefined,
  { client_id, client_secret }: ClientFields,
): { id: string; secret: string } {
  const basic = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) return { id: client_id ?? '', secret: client_secret ?? '' };
  if (client_secret !== undefined)
    throw new OAuthError('invalid_request', 'Send the secret in the header or in the form, not in both.');
  const [id = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return { id: decoded(id), secret: decoded(rest.join(':')) };
}
