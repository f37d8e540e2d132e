/** Selects editable fields; a form focuses the first one. */
export const firstField = ':is(input, select, textarea):enabled:not([readonly])';
