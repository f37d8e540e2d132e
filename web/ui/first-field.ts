/** Selects what a person can fill in; the first of it is where a form begins. */
export const firstField = ':is(input, select, textarea):enabled:not([readonly])';
