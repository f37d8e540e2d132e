const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** '2024-03-14' → 'March 14, 2024'. */
export const showLongDate = (date: string): string => longDate.format(new Date(`${date}T00:00:00Z`));
