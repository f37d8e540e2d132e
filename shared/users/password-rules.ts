interface Owner {
  firstName: string;
  lastName: string;
  email: string;
}

/** Shorter names, such as "Al", are part of many good passwords. */
const shortestName = 4;

/** Reports whether a password contains the user's name, or the part of the email before the @. */
export function containsName(password: string, { firstName, lastName, email }: Owner): boolean {
  const text = password.toLowerCase();
  const names = [...firstName.split(/\s+/), ...lastName.split(/\s+/), email.split('@')[0] ?? ''];
  return names.some((name) => name.length >= shortestName && text.includes(name.toLowerCase()));
}

export const passwordWithName = 'Choose a password without your name or email address.';
export const commonPassword =
  'This password is common or appeared in a data breach of another site, so it is easy to guess. Choose another one.';
